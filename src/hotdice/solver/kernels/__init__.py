"""The compiled loops. All they know of the rules is passed in.

A *lane* is one turn; `LANES` of them are computed side by side as one row of numbers. `intrinsics`
has the operations on rows, `layout` the arguments that all loops share.
"""
