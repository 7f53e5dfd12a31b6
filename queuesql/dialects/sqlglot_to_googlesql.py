"""x"""
TO_GOOGLESQL = {}
def prepare_googlesql(tree, generator): return tree
