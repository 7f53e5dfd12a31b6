"""x"""
TO_POSTGRESQL = {}
def prepare_postgresql(tree, generator): return tree
