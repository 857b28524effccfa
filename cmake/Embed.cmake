# Writes the texts of FILES (paths from ROOT) to OUT as C++ initializers {"name", R"(text)"}.
set(text "")
foreach(name IN LISTS FILES)
  file(READ ${ROOT}/${name} words)
  string(APPEND text "{\"${name}\", R\"texelscope(${words})texelscope\"},\n")
endforeach()
file(WRITE ${OUT} "${text}")
