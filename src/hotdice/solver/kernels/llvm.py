"""The operations of `intrinsics` as LLVM code; `intrinsics` says what they do.

The only module that depends on numba's internals and emits LLVM code.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from hotdice.solver.kernels.lanes import LANES

DOUBLES = ir.VectorType(ir.DoubleType(), LANES)
SHORTS = ir.VectorType(ir.IntType(16), LANES)
DOUBLE_ALIGNMENT, SHORT_ALIGNMENT = 8, 2  # bytes; the code relies on no more than that
FIRST_LANE = ir.Constant(ir.IntType(32), 0)
SAME_LANE = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)


def _pointer(
    context: Any, builder: Any, kind: Any, array: Any, at: Any, vector: Any = DOUBLES
) -> Any:
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), vector.as_pointer())


def _spread(builder: Any, number: Any, vector: Any = DOUBLES) -> Any:
    """A row that has one number in all lanes."""
    nothing = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(nothing, number, FIRST_LANE)
    return builder.shuffle_vector(first, nothing, SAME_LANE)


@intrinsic
def row_roll(
    typing_context: Any, rows: Any, to: Any, base: Any, offsets: Any, option_at: Any,
    weights: Any, start: Any, stop: Any, farkled: Any, farkle: Any,
) -> Any:  # fmt: skip
    """`row[to] = farkle * farkled + sum of weights[k] * the best row of outcome k`."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args
        rows_, to_, base_, offsets_, cuts_, weights_, first, last, farkled_, farkle_ = arguments
        offset_data = context.make_array(kinds[3])(context, builder, offsets_).data
        cut_data = context.make_array(kinds[4])(context, builder, cuts_).data
        weight_data = context.make_array(kinds[5])(context, builder, weights_).data
        one = context.get_constant(types.intp, 1)
        level = builder.gep(context.make_array(kinds[0])(context, builder, rows_).data, [base_])
        fused = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(DOUBLES, [DOUBLES, DOUBLES, DOUBLES]),
            f"llvm.fmuladd.v{LANES}f64",
        )

        def option(k: Any) -> Any:
            row = builder.gep(level, [builder.load(builder.gep(offset_data, [k]))])
            pointer = builder.bitcast(row, DOUBLES.as_pointer())
            return builder.load(pointer, align=DOUBLE_ALIGNMENT)

        nothing = context.get_constant(types.intp, 0)
        lost = _pointer(context, builder, kinds[8], farkled_, nothing)
        begin = builder.fmul(builder.load(lost, align=DOUBLE_ALIGNMENT), _spread(builder, farkle_))
        total = cgutils.alloca_once_value(builder, begin)
        best = cgutils.alloca_once(builder, DOUBLES)
        at = cgutils.alloca_once_value(builder, builder.load(builder.gep(cut_data, [first])))
        with cgutils.for_range_slice(builder, first, last, one) as (k, _):
            here = builder.load(at)
            end = builder.load(builder.gep(cut_data, [builder.add(k, one)]))
            builder.store(option(here), best)
            with cgutils.for_range_slice(builder, builder.add(here, one), end, one) as (more, _):
                row, known = option(more), builder.load(best)
                larger = builder.fcmp_ordered(">", known, row)
                builder.store(builder.select(larger, known, row), best)
            builder.store(end, at)
            weight = _spread(builder, builder.load(builder.gep(weight_data, [k])))
            builder.store(
                builder.call(fused, [builder.load(best), weight, builder.load(total)]), total
            )
        target = _pointer(context, builder, kinds[0], rows_, to_)
        builder.store(builder.load(total), target, align=DOUBLE_ALIGNMENT)
        return context.get_dummy_value()

    number = types.intp
    return (
        types.void(
            rows, number, number, offsets, option_at, weights, number, number, farkled,
            types.float64,
        ),
        code,
    )  # fmt: skip


@intrinsic
def row_raise(typing_context: Any, rows: Any, to: Any, one: Any, stops: Any, other: Any) -> Any:
    """`row[to] = max(row[one], stops[other])`; whether `row[one]` is larger in some lane."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows_, to_, one_, stops_, other_ = arguments
        kind, stop_kind = signature.args[0], signature.args[3]
        first = builder.load(_pointer(context, builder, kind, rows_, one_), align=DOUBLE_ALIGNMENT)
        second = builder.load(
            _pointer(context, builder, stop_kind, stops_, other_), align=DOUBLE_ALIGNMENT
        )
        larger = builder.fcmp_ordered(">", first, second)
        target = _pointer(context, builder, kind, rows_, to_)
        builder.store(builder.select(larger, first, second), target, align=DOUBLE_ALIGNMENT)
        bits = builder.bitcast(larger, ir.IntType(LANES))
        some = builder.icmp_unsigned("!=", bits, ir.Constant(ir.IntType(LANES), 0))
        return builder.zext(some, ir.IntType(64))

    number = types.intp
    return types.intp(rows, number, number, stops, number), code


@intrinsic
def row_select(
    typing_context: Any, array: Any, to: Any, one: Any, other: Any, plane: Any, planes: Any
) -> Any:
    """In each plane, `row[to]` is `row[one]` where the first plane's is larger, else the other."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        values, *places, plane_size, count = arguments
        pointers = [_pointer(context, builder, kind, values, place) for place in places[1:]]
        first, second = (builder.load(pointer, align=DOUBLE_ALIGNMENT) for pointer in pointers)
        larger = builder.fcmp_ordered(">", first, second)
        with cgutils.for_range(builder, count) as loop:
            shift = builder.mul(loop.index, plane_size)
            moved = [
                _pointer(context, builder, kind, values, builder.add(place, shift))
                for place in places
            ]
            first, second = (builder.load(pointer, align=DOUBLE_ALIGNMENT) for pointer in moved[1:])
            builder.store(builder.select(larger, first, second), moved[0], align=DOUBLE_ALIGNMENT)
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
            ir.FunctionType(DOUBLES, [DOUBLES, DOUBLES, DOUBLES]),
            f"llvm.fmuladd.v{LANES}f64",
        )
        total = cgutils.alloca_once_value(builder, builder.load(target, align=DOUBLE_ALIGNMENT))
        one = context.get_constant(types.intp, 1)
        with cgutils.for_range_slice(builder, first, last, one) as (k, _):
            shift = builder.and_(builder.load(builder.gep(shift_data, [k])), base_)
            place = builder.add(builder.load(builder.gep(place_data, [k])), shift)
            pointer = _pointer(context, builder, kinds[0], values, place)
            row = builder.load(pointer, align=DOUBLE_ALIGNMENT)
            weight = _spread(builder, builder.load(builder.gep(weight_data, [k])))
            builder.store(builder.call(fused, [row, weight, builder.load(total)]), total)
        builder.store(builder.load(total), target, align=DOUBLE_ALIGNMENT)
        return context.get_dummy_value()

    number = types.intp
    return (
        types.void(array, number, places, shifts, weights, number, number, number),
        code,
    )


@intrinsic
def row_compare(
    typing_context: Any, values: Any, best: Any, picks: Any, to: Any, one: Any, at: Any, pick: Any,
    same: Any,
) -> Any:  # fmt: skip
    """In each lane `pick` wins against `picks[one]` if its value is no worse than `best[one]`."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value_kind, best_kind, pick_kind = signature.args[:3]
        values_, best_, picks_, to_, one_, at_, pick_, same_ = arguments

        def doubles(kind: Any, array: Any, place: Any) -> Any:
            return _pointer(context, builder, kind, array, place)

        def shorts(place: Any) -> Any:
            return _pointer(context, builder, pick_kind, picks_, place, SHORTS)

        before = builder.load(doubles(best_kind, best_, one_), align=DOUBLE_ALIGNMENT)
        winner = builder.load(shorts(one_), align=SHORT_ALIGNMENT)
        value = builder.load(doubles(value_kind, values_, at_), align=DOUBLE_ALIGNMENT)
        wins = builder.fcmp_ordered(">", value, builder.fsub(before, _spread(builder, same_)))
        larger = builder.select(builder.fcmp_ordered(">", value, before), value, before)
        builder.store(larger, doubles(best_kind, best_, to_), align=DOUBLE_ALIGNMENT)
        picked = builder.select(wins, _spread(builder, pick_, SHORTS), winner)
        builder.store(picked, shorts(to_), align=SHORT_ALIGNMENT)
        return context.get_dummy_value()

    number = types.intp
    signature = types.void(values, best, picks, number, number, number, types.uint16, types.float64)
    return signature, code


@intrinsic
def high_product(typing_context: Any, one: Any, other: Any) -> Any:
    """The upper 64 bits of a product of 64 bits each."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(number, wide) for number in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), code
