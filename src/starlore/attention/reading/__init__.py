"""Read a head: whom each query scores highest, how many keys it reads, how far it looks.

Every number is one more sum over the keys a query reads, so it can be taken in the pass that
computes the output. With weights p, biased scores s and the query's place among the keys:

- top scorer: the key of the largest s; of equals the first, and `ties` says how many share it;
- entropy = lse - sum of p * s, in nats; e^entropy is the effective number of keys;
- distance = sum of p * |place - j|, in places;
- sinks, windows, patterns = the weight on the keys that fit;
- column weight of a key = sum of p over the queries, and influence of a key on a query =
  p * |v - output|: these need the final sums, so a second pass.

A query that reads nothing reads 0, and its top keys are -1 (decisions/0002).

`asked` has what to ask and what comes back, `habits` and `laid` what fits, `steps` the reference,
`stream` the sums taken tile by tile, `second` what needs a second pass.
"""

from starlore.attention.reading.asked import Read, Reading
from starlore.attention.reading.laid import Laid, lay, places
from starlore.attention.reading.scorers import top_scorers
from starlore.attention.reading.steps import join, read_steps

__all__ = ["Laid", "Read", "Reading", "join", "lay", "places", "read_steps", "top_scorers"]
