// Both ends of the exchange of modules: the library's, which needs no CUDA for it, and the tool's.
#include "app/trace_library/module_exchange.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/studies/record/module_service.h"
#include "tests/kernels/studies/record_images/made_image.h"
#include "tests/temp_folder.h"

namespace texelscope::trace {
namespace {

constexpr DeviceFacts hopper = {90, 13000};

class ModuleExchange : public testing::Test {
protected:
  void SetUp() override {
    exchange_in(root.c_str());
    folder.write("fetch.ptx", ptx);
  }
  std::string of_file(const std::string& path) const {
    Exchanged answered;
    exchange_file(path.c_str(), hopper, answered);
    return answered.text ? answered.text : "";
  }

  const tests::TempFolder folder;
  const std::string root = folder.root();
  const record::ModuleService service{root};
  const std::string ptx = tests::stored_image("fetch.ptx");
};

TEST_F(ModuleExchange, AnImageAndItsFileGetTheSameTwin) {
  Exchanged answered;
  exchange_image(ptx.c_str(), hopper, answered);
  ASSERT_TRUE(answered.text);
  const std::string twin = std::get<record::Rewritten>(record::rewrite(ptx)).ptx;
  EXPECT_EQ(answered.text, twin);
  EXPECT_EQ(answered.bytes, twin.size() + 1);
  EXPECT_EQ(answered.first_site, 0u);
  EXPECT_EQ(of_file(folder / "fetch.ptx"), twin);
  const std::string whole_pages = ptx + std::string(2 * record::page - ptx.size() % record::page, '\n');
  folder.write("pages.ptx", whole_pages);
  EXPECT_EQ(of_file(folder / "pages.ptx"), std::get<record::Rewritten>(record::rewrite(whole_pages)).ptx);
  folder.write("zstd.fatbin", tests::stored_image("zstd.fatbin"));
  Exchanged limited;
  exchange_file((folder / "zstd.fatbin").c_str(), hopper, limited);
  ASSERT_TRUE(limited.text);
  EXPECT_EQ(limited.max_registers, 32u);
  EXPECT_EQ(service.modules().size(), 4u);
}

TEST_F(ModuleExchange, FilesThatAreNoModulesAreNotExchanged) {
  const std::string cubin = tests::stored_image("fetch.cubin");
  folder.write("empty", "");
  folder.write("cut.cubin", cubin.substr(0, 100));
  folder.write("half.cubin", cubin.substr(0, cubin.size() / 2));
  folder.write("garbage", "\x01\x02\x03\x04");
  std::string wrapper(24, '\0'); // it points to memory
  tests::put(wrapper, 0, modules::wrapper_magic);
  tests::put(wrapper, 8, std::uint64_t(8));
  folder.write("wrapper", wrapper);
  for (const char* name : {"none", "empty", "cut.cubin", "half.cubin", "garbage", "wrapper", "."})
    EXPECT_EQ(of_file(folder / name), "") << name;
  EXPECT_TRUE(service.modules().empty());
  EXPECT_NE(of_file(folder / "fetch.ptx"), "") << "the connection goes on";
}

TEST_F(ModuleExchange, OutcomesAreHeard) {
  ASSERT_NE(of_file(folder / "fetch.ptx"), "");
  send_outcome(record::Outcome::fewer_threads, 0, 512, 1024);
  ASSERT_NE(of_file(folder / "fetch.ptx"), "");
  const auto modules = service.modules();
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_EQ(modules[0].process, std::uint32_t(::getpid()));
  EXPECT_EQ(modules[0].refusal,
            "With recording, a kernel of the module takes so many registers that a block can "
            "have only 512 threads, instead of 1024.");
  EXPECT_EQ(modules[1].first_site, 1u);
}

TEST_F(ModuleExchange, AChildOfTheProgramConnectsByItself) {
  ASSERT_NE(of_file(folder / "fetch.ptx"), "");
  const pid_t child = ::fork();
  if (child == 0) ::_exit(of_file(folder / "fetch.ptx").empty());
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  ASSERT_NE(of_file(folder / "fetch.ptx"), "");
  const auto modules = service.modules();
  ASSERT_EQ(modules.size(), 3u);
  EXPECT_EQ(modules[1].process, std::uint32_t(child));
  EXPECT_EQ(modules[1].first_site, 0u);
  EXPECT_EQ(modules[2].first_site, 1u);
}

TEST_F(ModuleExchange, WithoutTheToolTheProgramsOwnModuleStays) {
  exchange_in("/no/such/folder");
  EXPECT_EQ(of_file(folder / "fetch.ptx"), "");
  send_outcome(record::Outcome::refused, 1);
}

} // namespace
} // namespace texelscope::trace
