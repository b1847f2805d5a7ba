"""The compiled loops. They follow the rules that they are given and decide nothing themselves.

A *lane* is one turn; `LANES` of them are worked out side by side as one row of numbers. `simd` has
the operations on rows, `layout` the arguments that all loops share.
"""
