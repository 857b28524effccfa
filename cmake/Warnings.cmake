# texelscope::options: what every target of ours compiles with.
add_library(texelscope_options INTERFACE)
add_library(texelscope::options ALIAS texelscope_options)
target_compile_features(texelscope_options INTERFACE cxx_std_20)
# No contraction: a*b+c must round twice, as the texture unit's model says, unless std::fma is written. Nobody reads the
# floating-point exception flags; without them more loops become vector code.
target_compile_options(texelscope_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -ffp-contract=off -fno-trapping-math>)
# Compiled together with others, a file may hide their names.
if(NOT TEXELSCOPE_UNITY)
  target_compile_options(texelscope_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wshadow>)
endif()
# GCC 12 warns of overlaps in std::string that cannot be.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(texelscope_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
option(TEXELSCOPE_WERROR "Warnings are errors" OFF)
if(TEXELSCOPE_WERROR)
  target_compile_options(texelscope_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()
set(TEXELSCOPE_SANITIZE OFF CACHE STRING "Sanitizers: OFF, \"address,undefined\" or \"thread\"")
if(TEXELSCOPE_SANITIZE)
  target_compile_definitions(texelscope_options INTERFACE TEXELSCOPE_SANITIZE)
  target_compile_options(texelscope_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${TEXELSCOPE_SANITIZE} -fno-omit-frame-pointer>)
  target_link_options(texelscope_options INTERFACE -fsanitize=${TEXELSCOPE_SANITIZE})
endif()
if(TEXELSCOPE_SANITIZE STREQUAL "thread") # which does not see how oneTBB's own threads wait for each other
  target_include_directories(texelscope_options BEFORE INTERFACE ${PROJECT_SOURCE_DIR}/tests/threads)
endif()
option(TEXELSCOPE_FUZZ "The fuzzer of tests/fuzz in place of the tests (needs Clang)" OFF)
if(TEXELSCOPE_FUZZ)
  target_compile_options(texelscope_options INTERFACE -fsanitize=fuzzer-no-link -fno-sanitize-recover=all)
endif()
