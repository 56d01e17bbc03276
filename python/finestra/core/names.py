"""The names of the catalog, for an editor to complete; every text of the same letters does as well.

>>> Algorithm.B_FIBA4 == "b_fiba4"
True
>>> Aggregation.QUANTILE(0.99)
'quantile(0.99)'

The arity at the end of an algorithm's name may be any from 2 to 64: ``"b_fiba7"``. What each does
and costs: ``finestra list``.
"""

from enum import Enum

__all__ = ["ORDERED", "Aggregation", "Algorithm", "ValueType"]


class _Name(str, Enum):
    def __str__(self) -> str:
        return str(self.value)

    def __call__(self, *parameters: object) -> str:
        """The name with parameters."""
        return f"{self.value}({','.join(map(str, parameters))})"


class ValueType(_Name):
    """What the values of a window are."""

    LONG = "long"
    DOUBLE = "double"
    STRING = "string"


class Algorithm(_Name):
    """The algorithms, those with an arity at the usual ones."""

    B_FIBA2 = "b_fiba2"
    B_FIBA4 = "b_fiba4"
    B_FIBA8 = "b_fiba8"
    B_FIBA16 = "b_fiba16"
    NB_FIBA2 = "nb_fiba2"
    NB_FIBA4 = "nb_fiba4"
    NB_FIBA8 = "nb_fiba8"
    BTREE4 = "btree4"
    BTREE8 = "btree8"
    TWO_STACKS = "two_stacks"
    TWO_STACKS_LITE = "two_stacks_lite"
    DABA = "daba"
    DABA_LITE = "daba_lite"
    SUBTRACT_ON_EVICT = "subtract_on_evict"
    FLATFIT = "flatfit"
    AMTA = "amta"
    REACTIVE = "reactive"
    B_INT = "b_int"
    SUBWINDOW = "subwindow"
    RECALCULATE = "recalculate"
    FIBA = "fiba"
    SLICING = "slicing"
    REORDER = "reorder"
    AUTO = "auto"


class Aggregation(_Name):
    """The aggregations, without parameters: call one to add them."""

    COUNT = "count"
    SUM = "sum"
    SUM_WRAPPING = "sum_wrapping"
    SUM_KAHAN = "sum_kahan"
    MEAN = "mean"
    GEOMEAN = "geomean"
    VAR_SAMP = "var_samp"
    VAR_POP = "var_pop"
    STDDEV_SAMP = "stddev_samp"
    STDDEV_POP = "stddev_pop"
    RELATIVE_VARIATION = "relative_variation"
    SKEWNESS = "skewness"
    KURTOSIS = "kurtosis"
    COVAR_SAMP = "covar_samp"
    CORR = "corr"
    REGR_SLOPE = "regr_slope"
    WEIGHTED_MEAN = "weighted_mean"
    PRODUCT = "product"
    MIN = "min"
    MAX = "max"
    MIN_COUNT = "min_count"
    MAX_COUNT = "max_count"
    RANGE = "range"
    M4 = "m4"
    ARG_MIN = "arg_min"
    ARG_MAX = "arg_max"
    FIRST = "first"
    LAST = "last"
    BOOL_AND = "bool_and"
    BOOL_OR = "bool_or"
    BIT_AND = "bit_and"
    BIT_OR = "bit_or"
    BIT_XOR = "bit_xor"
    CONCAT = "concat"
    COLLECT = "collect"
    COLLECT_DISTINCT = "collect_distinct"
    COUNT_DISTINCT = "count_distinct"
    TOP_K = "top_k"
    HISTOGRAM = "histogram"
    TUPLE = "tuple"
    THETA = "theta"
    HLL = "hll"
    QUANTILE = "quantile"
    FREQUENT_ITEMS = "frequent_items"
    BLOOM = "bloom"


#: The aggregations that go by the order of values.
ORDERED = frozenset({"arg_max", "arg_min", "collect", "concat", "first", "last", "m4"})
