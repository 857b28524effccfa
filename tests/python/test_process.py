"""Fetches in a process that ends, forks or is interrupted meanwhile."""

import os
import subprocess
import sys

import pytest

BUSY = """
import os, signal, sys, threading, time
import numpy as np
import texelscope
texels = np.random.default_rng(1).random((64, 64, 2), np.float32)
xy = np.random.default_rng(2).random((300000, 2), np.float32) * 70
texture = texelscope.Texture(texels)
picture = np.random.default_rng(3).random((700, 700), np.float32)
def fetch(): texture(xy)
def mips(): texelscope.Texture(np.zeros((2048, 2048), np.uint8), mips="box")
def compare(): texelscope.compare(picture, picture + 1)
def repeat(work):
    while not stop: work()
stop = False
"""

# Some microseconds a fetch.
SLOW = """
random = np.random.default_rng(4)
cube = texelscope.Texture(random.random((6, 64, 64), np.float32), "cube", mips="box", mip_filter="linear", anisotropy=16,
                          normalized=True, seamless=True)
directions = random.random((1_000_000, 3), np.float32) - 0.5
dx, dy = [0.3, 0.01, 0], [0, 0.01, 0.02]
"""


# From 3.12 on Python warns of every fork beside a thread.
QUIET = ["-W", "ignore:This process:DeprecationWarning"]


def run(program, seconds=60):
    return subprocess.run([sys.executable, *QUIET, "-c", BUSY + program], capture_output=True, text=True, timeout=seconds)


@pytest.mark.parametrize("work", ["fetch", "mips", "compare"])
def test_a_daemon_thread_does_not_outlive_the_program(work):
    for _ in range(4):
        ended = run(f"threading.Thread(target=repeat, args=({work},), daemon=True).start(); time.sleep(0.2)")
        assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("child", [
    'texelscope.Texture(texels, normalized=True, mips="box").lod(xy, 1.5)',
    "texelscope.compare(picture, picture * 2)",
    "assert np.array_equal(texture(xy), expected)",
    "assert np.array_equal(texture(xy, threads=2), expected)",
])
def test_children_of_a_fork_fetch(child):
    ended = run(f"""
expected = texture(xy)
threads = [threading.Thread(target=repeat, args=(fetch,)) for _ in range(2)]
for thread in threads: thread.start()
codes = []
for _ in range(12):
    pid = os.fork()
    if pid == 0:
        signal.alarm(10)
        {child}
        os._exit(0)
    codes.append(os.waitpid(pid, 0)[1])
stop = True
print(codes)
""", 280)
    assert (ended.stdout, ended.stderr) == (f"{[0] * 12}\n", "")


def test_a_child_of_a_process_that_has_not_fetched_uses_all_threads():
    ended = run("""
pid = os.fork()
if pid == 0:
    texture(xy)
    print(len(os.listdir("/proc/self/task")), flush=True)
    os._exit(0)
os.waitpid(pid, 0)
""")
    assert int(ended.stdout) > 1 or os.cpu_count() == 1


@pytest.mark.parametrize("work", [
    "cube.grad(directions, dx, dy)",
    "cube.grad(directions, dx, dy, threads=1)",
    "texelscope.compare(*pictures)",
])
def test_control_c_stops_long_work(work):
    ended = run(SLOW + f"""
signal.signal(signal.SIGINT, signal.default_int_handler) # which what a shell starts in the background lacks
pictures = [np.random.default_rng(i).random((4000, 4000), np.float32) for i in (1, 2)]
def interrupt():
    time.sleep(whole / 4)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
sent = []
began = time.monotonic()
{work}
whole = time.monotonic() - began
threading.Thread(target=interrupt).start()
try:
    {work}
    print("it went on to its end")
except KeyboardInterrupt:
    print("stopped" if time.monotonic() - sent[0] < whole / 2 else "stopped late")
""", 120)
    assert (ended.stdout, ended.stderr) == ("stopped\n", "")


def test_what_a_signals_handler_raises_ends_a_fetch():
    ended = run(SLOW + """
class Enough(Exception): pass
def handler(number, frame): raise Enough("it is enough")
signal.signal(signal.SIGALRM, handler)
began = time.monotonic()
cube.grad(directions, dx, dy)
whole = time.monotonic() - began
signal.setitimer(signal.ITIMER_REAL, whole / 4)
began = time.monotonic()
try:
    cube.grad(directions, dx, dy)
except Enough as raised:
    print(raised, time.monotonic() - began < whole * 3 / 4)
print(cube(directions[:4]).shape)
""")
    assert (ended.stdout, ended.stderr) == ("it is enough True\n(4,)\n", "")


def test_a_signals_handler_may_fetch():
    ended = run(SLOW + """
fetched = []
def handler(number, frame): fetched.append(np.array_equal(texture(xy), expected))
expected, began = texture(xy), time.monotonic()
whole = cube.grad(directions, dx, dy)
seconds = (time.monotonic() - began) / 8
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
again = cube.grad(directions, dx, dy)
signal.setitimer(signal.ITIMER_REAL, 0)
print(len(fetched) > 1, all(fetched), np.array_equal(again, whole))
""")
    assert (ended.stdout, ended.stderr) == ("True True True\n", "")
