"""The operations on rows of lanes as LLVM vector instructions; `simd` says what they do.

The only module of the solver that depends on numba's internals and emits LLVM code.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from hotdice.solver.kernels.lanes import LANES

VECTOR = ir.VectorType(ir.DoubleType(), LANES)
ALIGNMENT = 8  # bytes; the code relies on no more than that


def _pointer(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), VECTOR.as_pointer())


@intrinsic
def row_max(typing_context: Any, array: Any, to: Any, one: Any, other: Any) -> Any:
    """`row[to] = max(row[one], row[other])`."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        values, *places = arguments
        pointers = [_pointer(context, builder, kind, values, place) for place in places]
        first = builder.load(pointers[1], align=ALIGNMENT)
        second = builder.load(pointers[2], align=ALIGNMENT)
        larger = builder.fcmp_ordered(">", first, second)
        builder.store(builder.select(larger, first, second), pointers[0], align=ALIGNMENT)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.intp, types.intp), code


@intrinsic
def row_select(
    typing_context: Any, array: Any, to: Any, one: Any, other: Any, plane: Any, planes: Any
) -> Any:
    """In each plane, `row[to]` is `row[one]` where the first plane's is larger, else the other."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        values, *places, plane_size, count = arguments
        pointers = [_pointer(context, builder, kind, values, place) for place in places[1:]]
        first, second = (builder.load(pointer, align=ALIGNMENT) for pointer in pointers)
        larger = builder.fcmp_ordered(">", first, second)
        with cgutils.for_range(builder, count) as loop:
            shift = builder.mul(loop.index, plane_size)
            moved = [
                _pointer(context, builder, kind, values, builder.add(place, shift))
                for place in places
            ]
            first, second = (builder.load(pointer, align=ALIGNMENT) for pointer in moved[1:])
            builder.store(builder.select(larger, first, second), moved[0], align=ALIGNMENT)
        return context.get_dummy_value()

    number = types.intp
    return types.void(array, number, number, number, number, number), code


@intrinsic
def row_weighted_sum(
    typing_context: Any,
    array: Any,
    to: Any,
    places: Any,
    shifts: Any,
    weights: Any,
    start: Any,
    stop: Any,
    base: Any,
) -> Any:
    """`row[to] += sum of weights[k] * row[places[k] + (shifts[k] & base)]` from start to stop."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args
        values, to_place, places_, shifts_, weights_, first, last, base_ = arguments
        target = _pointer(context, builder, kinds[0], values, to_place)
        place_data = context.make_array(kinds[2])(context, builder, places_).data
        shift_data = context.make_array(kinds[3])(context, builder, shifts_).data
        weight_data = context.make_array(kinds[4])(context, builder, weights_).data
        fused = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(VECTOR, [VECTOR, VECTOR, VECTOR]),
            f"llvm.fmuladd.v{LANES}f64",
        )
        total = cgutils.alloca_once_value(builder, builder.load(target, align=ALIGNMENT))
        nothing = ir.Constant(VECTOR, ir.Undefined)
        same = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        one = context.get_constant(types.intp, 1)
        with cgutils.for_range_slice(builder, first, last, one) as (k, _):
            shift = builder.and_(builder.load(builder.gep(shift_data, [k])), base_)
            place = builder.add(builder.load(builder.gep(place_data, [k])), shift)
            row = builder.load(_pointer(context, builder, kinds[0], values, place), align=ALIGNMENT)
            weight = builder.load(builder.gep(weight_data, [k]))
            spread = builder.insert_element(nothing, weight, ir.Constant(ir.IntType(32), 0))
            spread = builder.shuffle_vector(spread, nothing, same)
            builder.store(builder.call(fused, [row, spread, builder.load(total)]), total)
        builder.store(builder.load(total), target, align=ALIGNMENT)
        return context.get_dummy_value()

    number = types.intp
    return (
        types.void(array, number, places, shifts, weights, number, number, number),
        code,
    )
