#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks that the translator takes SPIR-V ids in an order that C defines, so that builds by all
compilers generate the same modules. C does not define the order in which the arguments of a call,
the entries of an initializer and the operands of most operators are evaluated. In such a list, only
one part may contain a call that takes ids, writes dwords or reads the builder's state. Semicolon,
comma operator, &&, || and ?: have a defined order."""

import re

import tree

# Functions that take an id, write dwords or depend on what was written before. A function that
# calls one of these functions by name, or any function through a pointer, also takes ids.
SOURCES = {"gv_spv_id", "gv_words_push", "gv_words_append", "gv_words_grow", "gv_spv_cache_find",
           "gv_spv_cache_put"}
STATEMENTS = {"if", "while", "for", "switch", "else", "do"}
KEYWORDS = STATEMENTS | {"return", "sizeof", "case"}

TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|->|&&|\|\||[<>=!]=|<<=?|>>=?|[-+*/%|&^]=|\+\+|--|\S")
FUNCTION = re.compile(r"^(?:[\w*][\w* ]*[ *])?(\w+)\([^;{}]*\)\n\{\n(.*?)^\}", re.M | re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.M)
SEPARATORS = {",", ";", "&&", "||", "?", ":"}
OPERATORS = set("+ - * / % | & ^ < > == != <= >= << >> = += -= *= /= %= |= &= ^= <<= >>=".split())


class Function:
    def __init__(self, name, file, line, text):
        self.name, self.file = name, file
        self.tokens = [(m.group(0), line + text.count("\n", 0, m.start()))
                       for m in TOKEN.finditer(text)]

    def callee(self, i):
        """Returns the name of the function that the parenthesis at i calls; "" for a call through a
        pointer; None if there is no call."""
        word = self.tokens[i - 1][0] if i else ""
        if word in KEYWORDS or not re.match(r"[A-Za-z_]", word):
            return None
        return "" if i > 1 and self.tokens[i - 2][0] in ("->", ".") else word

    def calls(self):
        return {self.callee(i) for i, (t, _) in enumerate(self.tokens) if t == "("} - {None}


def functions(root):
    for name in tree.files(root):
        if name.startswith("spirv/") and tree.is_c(name):
            text = DIRECTIVE.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)),
                                 tree.bare_c(tree.read(root, name)))
            for m in FUNCTION.finditer(text):
                line = text.count("\n", 0, m.start(2)) + 1
                yield Function(m.group(1), name, line, m.group(2))


class Takers:
    """Finds the functions that take ids, directly or through functions that they call."""

    def __init__(self, all_functions):
        self.defined = {(f.file, f.name) for f in all_functions}
        self.found = set()
        self.names = SOURCES | {""}
        more = True
        while more:
            more = {(f.file, f.name) for f in all_functions
                    if any(self.takes(f.file, callee) for callee in f.calls())} - self.found
            self.found |= more
            self.names |= {name for _, name in more}

    def takes(self, file, callee):
        """Returns whether a function takes ids. Looks up the name in the same file first, since a
        function of another file may be static."""
        if (file, callee) in self.defined:
            return (file, callee) in self.found or callee in SOURCES
        return callee in self.names


class Bracket:
    """Counts the operands and parts that take ids since a bracket opened."""

    def __init__(self, is_list):
        self.is_list = is_list  # whether the bracket has arguments or an initializer
        self.operand = False    # whether the current operand takes ids
        self.operands = 0       # operands of the current part that take ids
        self.parts = 0          # parts that take ids

    def end_operand(self):
        self.operands += self.operand
        self.operand = False

    def end_part(self):
        """Ends a part. Returns whether two of its operands take ids in an undefined order."""
        self.end_operand()
        offends = self.operands > 1
        self.parts += self.operands > 0
        self.operands = 0
        return offends

    def end_condition(self):
        """Checks like end_part(), but at &&, || and ?: in a list, after which the part
        continues."""
        self.end_operand()
        offends = self.operands > 1
        self.operand, self.operands = self.operands > 0, 0
        return offends


class Check:
    def __init__(self, function, takers):
        self.f, self.takers = function, takers
        self.lines = set()

    def read(self, i, is_list, holds_statements):
        """Reads from the token after an opening bracket to the closing one. Returns the index of
        the token after it, and whether any token inside takes ids."""
        tokens = self.f.tokens
        bracket = Bracket(is_list)
        first_line = tokens[i - 1][1] if i else 0
        while i < len(tokens):
            token, line = tokens[i]
            if token in ")]}":
                i += 1
                break
            if token in "([{":
                i = self.read_inner(i, bracket, holds_statements)
                continue
            if token in OPERATORS:
                bracket.end_operand()
            elif token in SEPARATORS:
                ends_part = token in (",", ";") or not is_list
                if bracket.end_part() if ends_part else bracket.end_condition():
                    self.lines.add(line)
            i += 1
        if bracket.end_part():
            self.lines.add(tokens[i - 1][1])
        if is_list and bracket.parts > 1:
            self.lines.add(first_line)
        return i, bracket.parts > 0

    def read_inner(self, i, bracket, holds_statements):
        tokens = self.f.tokens
        token, line = tokens[i]
        before = tokens[i - 1][0] if i else ""
        if token == "{" and holds_statements and self.begins_block(i):
            after, _ = self.read(i + 1, False, True)
            bracket.end_part()
        elif token == "(" and before in STATEMENTS:
            after, _ = self.read(i + 1, False, False)
        else:
            callee = self.f.callee(i) if token == "(" else None
            after, takes = self.read(i + 1, token == "{" or callee is not None, False)
            bracket.operand |= takes or self.takers.takes(self.f.file, callee)
        return after

    def begins_block(self, i):
        """Returns whether the brace at i begins a block, not an initializer or a compound
        literal."""
        before = self.f.tokens[i - 1][0] if i else ";"
        if before != ")":
            return before in STATEMENTS | {";", "{", "}", ":"}
        depth, j = 1, i - 2
        while j >= 0 and depth:
            depth += {")": 1, "(": -1}.get(self.f.tokens[j][0], 0)
            j -= 1
        return j >= 0 and self.f.tokens[j][0] in STATEMENTS


def check(root):
    all_functions = list(functions(root))
    takers = Takers(all_functions)
    offences = []
    for f in all_functions:
        c = Check(f, takers)
        c.read(0, False, True)
        offences += [(f.file, line, "%s(): more than one part of a list without order takes ids; "
                      "take them in statements" % f.name) for line in sorted(c.lines)]
    return offences


def code(body):
    return {"spirv/a.c": "static int pure(int x)\n{\n    return x;\n}\n\n"
                         "static int one(void *b)\n{\n    return gv_spv_id(b);\n}\n\n"
                         "void f(void *b)\n{\n%s\n}\n" % body}


CASES = [
    (code("    g(one(b), one(b));"), 1),
    (code("    g(pure(1), one(b));"), 0),
    (code("    g(one(b),\n      h(1, pure(one(b))));"), 1),
    (code("    g(one(b), c->stage->load(c));"), 1),
    (code("    g(h(one(b)), 1, (int[]){one(b)});"), 1),
    (code("    struct s s = {one(b), one(b)};"), 1),
    (code("    s = (struct s){.x = one(b), .y = one(b)};"), 1),
    (code("    return one(b) + one(b);"), 1),
    (code("    x[one(b)] = one(b);"), 1),
    (code("    g(one(b) | one(b), 1);"), 1),
    (code("    if (one(b) == one(b))\n        return;"), 1),
    (code("    return one(b) ? one(b) : one(b);"), 0),
    (code("    g(pure(1) ? one(b) : one(b), 1);"), 0),
    (code("    g(pure(1) ? one(b) : 0, one(b));"), 1),
    (code("    int x = one(b), y = one(b);\n    g(x, y);"), 0),
    (code("    if (one(b) && one(b))\n        g(one(b));"), 0),
    (code("    for (int i = one(b); i < one(b); i++)\n        g(one(b));"), 0),
    (code("    if (pure(1)) {\n        one(b);\n        one(b);\n    }"), 0),
    (code("    switch (one(b)) {\n    case 1: {\n        one(b);\n    }\n    default:\n"
          "        one(b);\n    }"), 0),
    (code("    /* g(one(b), one(b)); */"), 0),
    ({"src/a.c": "void f(void *b)\n{\n    g(gv_spv_id(b), gv_spv_id(b));\n}\n"}, 0),
]

if __name__ == "__main__":
    tree.main(check, CASES)
