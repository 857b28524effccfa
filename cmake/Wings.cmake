# A wing is a library named like its folder: texelscope_unit is kernels/unit. It holds every source under the folder but for those
# of a folder that has a CMakeLists.txt of its own, and for those of an installed library, which is a part of a wing by itself.

# texelscope_sources(OUT): what of the present folder belongs to its wing.
function(texelscope_sources out)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  file(GLOB_RECURSE targets CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt)
  list(REMOVE_ITEM targets ${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt)
  get_property(theirs GLOBAL PROPERTY texelscope_component_sources)
  foreach(target ${targets})
    cmake_path(GET target PARENT_PATH folder)
    file(GLOB_RECURSE of_target ${folder}/*.cpp)
    list(APPEND theirs ${of_target})
  endforeach()
  list(REMOVE_ITEM sources ${theirs})
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# texelscope_wing(NAME BELOW...): the wing of the present folder, and the libraries below it.
function(texelscope_wing name)
  texelscope_sources(sources)
  add_library(texelscope_${name} STATIC ${sources})
  target_include_directories(texelscope_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(texelscope_${name} PUBLIC texelscope::options ${ARGN} PRIVATE fmt::fmt TBB::tbb Threads::Threads)
endfunction()

# texelscope_component(NAME FOLDERS...): a library that is installed by itself; see cmake/Package.cmake. The model and the check
# need nothing but the standard library.
function(texelscope_component name)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE patterns)
  list(TRANSFORM patterns APPEND /*.cpp)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  set_property(GLOBAL APPEND PROPERTY texelscope_component_sources ${sources})
  set(target texelscope_${name})
  add_library(${target} STATIC ${sources})
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:texelscope::options>)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  add_library(texelscope::${name} ALIAS ${target}) # as find_package() names it
endfunction()
