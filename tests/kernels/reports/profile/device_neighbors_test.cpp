// Whether another program works on the device, according to possible answers of NVML.
#include "kernels/reports/profile/measure/device_neighbors.h"

#include <gtest/gtest.h>

namespace texelscope {
namespace {

constexpr unsigned own = 100;

// A device whose processes change while a test runs.
struct Device {
  std::optional<std::vector<unsigned>> processes = std::vector<unsigned>();
  std::optional<std::vector<ProcessWork>> worked = std::vector<ProcessWork>();
  std::optional<unsigned> utilization = 0;

  ProcessQuery query() {
    return {[this] { return processes; }, [this] { return worked; }, [this] { return utilization; }};
  }
};

TEST(DeviceNeighbors, AloneNobodyElseWorks) {
  Device device;
  DeviceNeighbors neighbors(device.query(), own);
  device.processes = {{own}};
  neighbors.context_is_made();
  device.worked = {{{own, 99}}};
  EXPECT_EQ(neighbors.work(), false);
}

TEST(DeviceNeighbors, AnotherThatWorksIsSeenAndOneThatRestsIsNot) {
  Device device;
  device.processes = {{7}};
  DeviceNeighbors neighbors(device.query(), own);
  device.processes = {{7, own}};
  neighbors.context_is_made();
  EXPECT_EQ(neighbors.work(), false) << "it has a context and does nothing";
  device.worked = {{{own, 50}, {7, 0}}};
  EXPECT_EQ(neighbors.work(), false);
  device.worked = {{{own, 50}, {7, 3}}};
  EXPECT_EQ(neighbors.work(), true);
  device.processes = {{own}};
  EXPECT_EQ(neighbors.work(), false) << "it has ended";
}

TEST(DeviceNeighbors, OneThatComesLaterIsNotTheProgramItself) {
  Device device;
  DeviceNeighbors neighbors(device.query(), own);
  device.processes = {{own}};
  neighbors.context_is_made();
  device.processes = {{own, 8}};
  device.worked = {{{8, 40}}};
  EXPECT_EQ(neighbors.work(), true);
}

// In a container the driver reports the host's process ids.
TEST(DeviceNeighbors, ForeignIdsAreTheProgramsOwnWhereOneAppears) {
  Device device;
  device.processes = {{4001}};
  DeviceNeighbors neighbors(device.query(), own);
  device.processes = {{4001, 4002}};
  neighbors.context_is_made();
  device.worked = {{{4002, 90}}};
  EXPECT_EQ(neighbors.work(), false);
  device.worked = {{{4002, 90}, {4001, 20}}};
  EXPECT_EQ(neighbors.work(), true);
}

TEST(DeviceNeighbors, UtilizationDecidesWhereProcessesCannot) {
  Device device;
  device.processes = {{4001}};
  DeviceNeighbors made_before(device.query(), own); // as in a window, whose context exists already
  made_before.context_is_made();
  EXPECT_EQ(made_before.work(), std::nullopt);

  DeviceNeighbors two_at_once(device.query(), own);
  device.processes = {{4001, 4002, 4003}};
  two_at_once.context_is_made();
  EXPECT_EQ(two_at_once.work(), std::nullopt);

  device.utilization = 97;
  DeviceNeighbors busy(device.query(), own);
  busy.context_is_made();
  EXPECT_EQ(busy.work(), true);
}

TEST(DeviceNeighbors, WhatTheDriverDoesNotReportIsUnknown) {
  Device device;
  device.processes = std::nullopt;
  device.utilization = std::nullopt;
  DeviceNeighbors silent(device.query(), own);
  silent.context_is_made();
  EXPECT_EQ(silent.work(), std::nullopt);
  DeviceNeighbors none({}, own);
  none.context_is_made();
  EXPECT_EQ(none.work(), std::nullopt);

  device.processes = {{own, 7}};
  device.worked = std::nullopt;
  DeviceNeighbors listed(device.query(), own);
  EXPECT_EQ(listed.work(), std::nullopt) << "another process is listed, but its utilization is unknown";
}

} // namespace
} // namespace texelscope
