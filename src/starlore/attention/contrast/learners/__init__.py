"""Small learners: what each is made of, forward and backward, and the steps that teach it.

`learner.py` is the whole of one; `reads_*.py` are the ways of reading that tell them apart.
"""
