# TEXELSCOPE_UNITY compiles the sources of a folder as one, which takes half the time. It also shows where two files of a folder
# give one name to two things. The other presets compile each file by itself, which shows where one lacks an #include.
option(TEXELSCOPE_UNITY "Compile the sources of a folder as one" OFF)

# The last call for a target: all its sources are known.
function(texelscope_unity target)
  if(NOT TEXELSCOPE_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    cmake_path(GET source PARENT_PATH folder)
    if(source MATCHES "\\.cu$") # CMake groups C++ alone
      list(APPEND cuda_folders ${folder})
      string(APPEND "includes_${folder}" "#include \"${source}\"\n")
      set_source_files_properties(${source} PROPERTIES HEADER_FILE_ONLY ON)
    elseif(source MATCHES "\\.cpp$")
      file(READ ${source} text)
      if(text MATCHES "hwy/foreach_target\\.h") # includes itself, once for each instruction set
        set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      else()
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
      endif()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES cuda_folders)
  foreach(folder ${cuda_folders})
    string(MAKE_C_IDENTIFIER ${folder} name)
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/unity/${target}${name}.cu)
    file(CONFIGURE OUTPUT ${unit} CONTENT "${includes_${folder}}" @ONLY)
    target_sources(${target} PRIVATE ${unit})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # GCC takes the unnamed namespace of an included source for a header's.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endfunction()
