"""Paper: worksheets as PDF. A sheet's value becomes Typst source, the source becomes bytes.

The only room that knows Typst. Words, numbers and formulas come from `view` as the pages show
them, so a sheet prints what the screen prints; they reach Typst as quoted text, never as code.
"""
