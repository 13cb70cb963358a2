"""The Lab: one head whose every number, reader and mistake can be changed, and what comes of it.

`state.Lab` is all that stands in the address; the other files compute, each from a state, one
thing that the page shows. Every number is the engine's; a mistake is made on purpose and by name.
"""
