"""The compiled kernel of nimmt: numbers in, numbers out.

It trusts its input: ``nimmt`` checks everything before it calls.  Nothing here imports ``nimmt``.
"""
