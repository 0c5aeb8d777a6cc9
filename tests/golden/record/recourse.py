"""Records values of recourse by subgroup with AIF360's FACTS.

    python3 tests/golden/record/recourse.py AIF360_CHECKOUT > tests/golden/values/recourse/recourse.json

It needs Debian's python3-numpy and python3-pandas, and a checkout of Trusted-AI/AIF360. Only the folder of FACTS is
imported; its rule mining, which needs mlxtend, is replaced by an enumeration of all subgroups with enough support.
"""

import importlib
import itertools
import json
import subprocess
import sys
import types
import warnings

import numpy as np
import pandas as pd

warnings.simplefilter("ignore")
folder = sys.argv[1]
commit = subprocess.run(
    ["git", "-C", folder, "rev-parse", "HEAD"], capture_output=True, text=True, check=True
).stdout.strip()
for name in ("tqdm", "mlxtend", "mlxtend.preprocessing", "mlxtend.frequent_patterns", "colorama"):
    stub = types.ModuleType(name)
    stub.__getattr__ = lambda _: None
    stub.__path__ = []
    sys.modules[name] = stub
facts = types.ModuleType("facts")
facts.__path__ = [f"{folder}/aif360/sklearn/detectors/facts"]
sys.modules["facts"] = facts
misc = importlib.import_module("facts.misc")
metrics = importlib.import_module("facts.metrics")
optimization = importlib.import_module("facts.optimization")
Predicate = importlib.import_module("facts.predicate").Predicate

levels = {"region": ["n", "s"], "school": ["high", "low", "none"], "job": ["a", "b", "c"]}


class Model:
    """Accepts people whose points, which differ by group, exceed a limit."""

    points = {"n": 1.0, "s": 0.2, "high": 1.4, "low": 0.7, "none": 0.0, "a": 0.9, "b": 0.6, "c": 0.0}

    def predict(self, rows):
        sum_ = sum(rows[name].map(self.points) for name in levels)
        return ((sum_ + rows["own"]) > 2.4 + 0.3 * (rows["sex"] == "f")).to_numpy().astype(int)


def people(random, size):
    drawn = {name: random.choice(values, size) for name, values in levels.items()}
    rows = pd.DataFrame(drawn)
    rows["sex"] = random.choice(["f", "m"], size)
    rows["own"] = random.normal(0, 0.4, size).round(3)
    return rows[Model().predict(rows) == 0].reset_index(drop=True)


def record(value):
    if isinstance(value, dict):
        return {key: record(each) for key, each in value.items()}
    value = float(value)
    return str(value).replace("inf", "Infinity") if not np.isfinite(value) else value


def case(seed, size, share, budget, support):
    random = np.random.default_rng(seed)
    rows = people(random, size)
    changes = [{"region": "n"}, {"school": "low"}, {"school": "high"}, {"job": "a"}, {"job": "b"}]
    changes += [{"region": "n", "job": "a"}, {"school": "high", "job": "b"}]
    # Without ties: with them, FACTS compares the groups' costs within a tie.
    costs = random.permutation(np.arange(1, 1 + len(changes))) / 2
    actions = [Predicate(list(each), list(each.values())) for each in changes]
    cost_of = {id(each): cost for each, cost in zip(actions, costs)}
    misc.featureChangePred = lambda _, then, __: cost_of[id(then)]
    model = Model()
    groups = {name: rows[rows.sex == name] for name in ("f", "m")}
    names = [*levels]
    subgroups = {"": Predicate([], [])}
    for count in (1, 2, 3):
        for some in itertools.combinations(names, count):
            for values in itertools.product(*(levels[name] for name in some)):
                key = ", ".join(f"{name}={value}" for name, value in zip(some, values))
                subgroups[key] = Predicate([*some], [*values])
    measures = {}
    for key, condition in subgroups.items():
        covered = {
            name: own[(own[condition.features] == condition.values).all(axis=1)]
            for name, own in groups.items()
        }
        support_of = {name: len(own) / len(groups[name]) for name, own in covered.items()}
        if min(support_of.values()) < support:
            continue
        macro, micro = {}, {}
        for name, own in groups.items():
            worked = [
                (then, 1 - metrics.incorrectRecoursesIfThen(condition, then, own, model) / len(covered[name]))
                for then in actions
            ]
            macro[name] = (support_of[name], [(then, each, cost_of[id(then)]) for then, each in worked])
            micro[name] = (support_of[name], misc.cum_corr_costs(condition, worked, own, model))
        within = metrics.if_group_cost_max_correctness_cost_budget
        at_share = metrics.if_group_cost_min_change_correctness_threshold
        by_name = {
            "effectiveness": (micro, lambda c, t: metrics.if_group_maximum_correctness(c, t)),
            "effectivenessWithinBudget": (micro, lambda c, t: within(c, t, budget)),
            "costOfEffectiveness": (micro, lambda c, t: at_share(c, t, share)),
            "meanCost": (micro, metrics.if_group_average_recourse_cost_conditional),
            "actionEffectiveness": (macro, lambda c, t: metrics.if_group_maximum_correctness(c, t)),
            "actionEffectivenessWithinBudget": (macro, lambda c, t: within(c, t, budget)),
            "actionCost": (macro, lambda c, t: at_share(c, t, share)),
            "choices": (
                macro,
                lambda c, t: -metrics.if_group_cost_recoursescount_correctness_threshold(c, t, share),
            ),
        }
        sizes = {name: len(own) for name, own in groups.items()}
        _, unfairness = optimization.sort_triples_KStest({condition: micro}, sizes)
        measures[key] = {
            name: metrics.calculate_if_subgroup_costs(condition, view, function)
            for name, (view, function) in by_name.items()
        }
        measures[key]["tradeOff"] = unfairness[condition]
    decisions = [model.predict(rows.assign(**each)).tolist() for each in changes]
    return {
        "peer": f"aif360 {commit} (FACTS)",
        "case": f"{len(rows)} people, share {share}, budget {budget}, support {support}",
        "input": {
            "kind": "recourse",
            "columns": {name: rows[name].tolist() for name in levels},
            "group": rows.sex.tolist(),
            "actions": [{"cost": float(c), "decision": d} for c, d in zip(costs, decisions)],
            "share": share,
            "budget": budget,
            "min_support": support,
        },
        "expected": record(measures),
    }


cases = [
    case(1, 400, 0.5, 1.5, 0.1),
    case(2, 400, 0.8, 0.5, 0.05),
    case(3, 1200, 0.25, 2.5, 0.02),
    # No action is within the budget.
    case(4, 200, 0.5, 0.25, 0.1),
]
print(json.dumps(cases, separators=(",", ":")).replace('},{"peer"', '},\n{"peer"'))
