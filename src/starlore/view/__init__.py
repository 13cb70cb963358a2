"""Values to HTML and SVG: templates and small functions; knows no HTTP."""
