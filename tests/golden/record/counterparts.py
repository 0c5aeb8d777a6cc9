"""Records values of metrics with counterparts in other tools, by their definitions, with numpy, scipy, and scikit-learn.

    python3 tests/golden/record/counterparts.py > tests/golden/values/counterparts/counterparts.json

It needs Debian's python3-numpy, python3-scipy, python3-pandas, and python3-sklearn.
"""

import json

import numpy as np
import pandas as pd
import scipy
import sklearn
from scipy import stats
from scipy.spatial.distance import jensenshannon
from sklearn.metrics import homogeneity_score, roc_curve

peer = f"definitions with scipy {scipy.__version__} and scikit-learn {sklearn.__version__}"


def case(name, kind, given, expected):
    return {"peer": peer, "case": name, "input": {"kind": kind, **given}, "expected": expected}


def area_between_curves(first, second):
    """The area between two ROC curves, which are lines between their corners."""
    curves = [roc_curve(y, s, drop_intermediate=False)[:2] for y, s in (first, second)]
    places = np.unique(np.concatenate([x for x, _ in curves]))
    area = 0.0
    for left, right in zip(places, places[1:]):
        # Inside an interval, so that vertical steps at its ends do not matter.
        inside = left + (right - left) * np.array([0.25, 0.75])
        one, other = (np.interp(inside, x, y) for x, y in curves)
        slope = (one - other) @ np.array([-2, 2])
        start = (one - other)[0] - slope / 4
        cross = -start / slope if slope != 0 else -1
        parts = [0, cross, 1] if 0 < cross < 1 else [0, 1]
        for a, b in zip(parts, parts[1:]):
            area += (right - left) * (b - a) * abs(start + slope * (a + b) / 2)
    return area


def curves(random, size, digits):
    group = random.choice(["u", "v"], size)
    label = random.binomial(1, 0.45, size)
    score = np.round(random.normal(0, 1, size) + label * np.where(group == "u", 1.2, 0.5), digits)
    sides = [(label[group == each], score[group == each]) for each in "uv"]
    given = {"group": group.tolist(), "label": label.tolist(), "score": score.tolist()}
    expected = {"areaBetweenCurves": area_between_curves(*sides)}
    return case(f"ROC curves, {size} rows, {digits} digits", "curves", given, expected)


def outcomes(random, size, kinds):
    group = random.choice(["u", "v"], size)
    weights = {each: random.dirichlet(np.ones(kinds) * 2) for each in "uv"}
    outcome = np.array([random.choice(kinds, p=weights[each]) for each in group])
    table = pd.crosstab(group, outcome).to_numpy()
    p, q = table / table.sum(axis=1, keepdims=True)
    gaps = np.abs(p - q)
    expected = {
        "klDivergence": float(stats.entropy(p, q)),
        "jensenShannon": float(jensenshannon(p, q) ** 2),
        "totalVariationDistance": gaps.sum() / 2,
        "largestOutcomeDifference": gaps.max(),
        "lpNorm": float(np.linalg.norm(p - q)),
    }
    given = {"group": group.tolist(), "outcome": [f"o{each}" for each in outcome]}
    return case(f"{kinds} outcomes, {size} rows", "outcomes", given, expected)


def clarify(random, size):
    """SageMaker Clarify's metrics; a is the advantaged group, d the disadvantaged one."""
    rows = pd.DataFrame({"group": random.choice(["a", "d"], size, p=[0.6, 0.4])})
    rows["stratum"] = random.choice(["x", "y", "z"], size)
    chance = 0.3 + 0.25 * (rows.group == "a") + 0.1 * (rows.stratum == "x")
    rows["label"] = random.binomial(1, chance)
    rows["prediction"] = np.where(random.random(size) < 0.25, random.binomial(1, chance), rows.label)
    a, d = (rows[rows.group == each] for each in "ad")

    def both(function):
        return function(a) - function(d)

    def rate(column):
        return lambda of: of[column].mean()

    def part(of, given, value, other, wanted):
        return (of[of[given] == value][other] == wanted).mean()

    def distribution(of, column):
        return np.array([1 - of[column].mean(), of[column].mean()])

    def disparity(of, column):
        rejected, accepted = (of[of[column] == value] for value in (0, 1))
        return (rejected.group == "d").mean() - (accepted.group == "d").mean()

    def within(column):
        strata = [of for _, of in rows.groupby("stratum")]
        return sum(len(of) * disparity(of, column) for of in strata) / size

    def treatment(of):
        wrong = of[of.label != of.prediction]
        return (wrong.label == 1).sum() / (wrong.label == 0).sum()

    benefit = rows.prediction - rows.label + 1
    p, q = (distribution(of, "label") for of in (a, d))
    expected = {
        "CI": (len(a) - len(d)) / size,
        "DPL": both(rate("label")),
        "KL": float(stats.entropy(p, q)),
        "JS": float(jensenshannon(p, q) ** 2),
        "LP": float(np.linalg.norm(p - q)),
        "TVD": np.abs(p - q).sum() / 2,
        "KS": np.abs(p - q).max(),
        "CDDL": within("label"),
        "DPPL": both(rate("prediction")),
        "DI": d.prediction.mean() / a.prediction.mean(),
        "DCA": both(lambda of: of.label.sum() / of.prediction.sum()),
        "DCR": -both(lambda of: (of.label == 0).sum() / (of.prediction == 0).sum()),
        "RD": both(lambda of: part(of, "label", 1, "prediction", 1)),
        "SD": -both(lambda of: part(of, "label", 0, "prediction", 0)),
        "DAR": both(lambda of: part(of, "prediction", 1, "label", 1)),
        "DRR": -both(lambda of: part(of, "prediction", 0, "label", 0)),
        "AD": both(lambda of: (of.label == of.prediction).mean()),
        "TE": -both(treatment),
        "CDDPL": within("prediction"),
        "GE": ((benefit / benefit.mean()) ** 2 - 1).mean() / 2,
    }
    return case(f"SageMaker Clarify, {size} rows", "clarify", rows.to_dict("list"), expected)


def cramers_v(table):
    """Bergsma 2013."""
    rows = table.sum()
    phi = stats.chi2_contingency(table, correction=False)[0] / rows
    k, r = table.shape
    phi = max(0, phi - (k - 1) * (r - 1) / (rows - 1))
    k, r = k - (k - 1) ** 2 / (rows - 1), r - (r - 1) ** 2 / (rows - 1)
    return np.sqrt(phi / (min(k, r) - 1))


def proxies(random, size, groups):
    group = random.choice(groups, size)
    columns = {}
    for values, strength in ((2, 0.7), (5, 0.3), (12, 0), (3, 1)):
        noise = random.choice(values, size)
        columns[f"c{values}"] = np.where(random.random(size) < strength, group % values, noise)
    pair = columns["c2"] * 5 + columns["c5"]
    expected = {}
    for name, column in (*columns.items(), ("c2 and c5", pair)):
        table = pd.crosstab(column, group).to_numpy()
        others = [
            [table[i, j] - 1 if j == g else table[i, j] for j in range(table.shape[1])]
            for i, row in enumerate(table)
            for g, count in enumerate(row)
            for _ in range(count)
        ]
        own = [g for row in table for g, count in enumerate(row) for _ in range(count)]
        guessed = sum(
            (rest[g] == max(rest)) / rest.count(max(rest)) for rest, g in zip(others, own) if max(rest) > 0
        )
        expected[name] = {
            "uncertaintyCoefficient": homogeneity_score(group, column),
            "cramersV": float(cramers_v(table)),
            "bestGuess": table.max(axis=1).sum() / size,
            "bestGuessOfOthers": guessed / size,
        }
    given = {
        "group": [f"g{each}" for each in group],
        "columns": {name: [f"v{each}" for each in column] for name, column in columns.items()},
    }
    return case(f"proxies of {groups} groups, {size} rows", "proxies", given, expected)


def covered(held, sizes, group):
    expected = {}
    for name in ("", *sorted(set(group))):
        own = np.ones(len(group), bool) if name == "" else group == name
        count, rows = int(held[own].sum()), int(own.sum())
        low, high = stats.binomtest(count, rows).proportion_ci(method="wilson")
        expected[name] = {
            "coverage": count / rows,
            "coverageInterval": [low, high],
            "size": sizes[own].mean(),
        }
    return expected


def intervals(random, size):
    group = random.choice(["u", "v"], size, p=[0.3, 0.7])
    label = np.round(random.normal(10, 3, size), 3)
    center = label + random.normal(0, np.where(group == "u", 2, 1), size)
    reach = random.uniform(0.5, 4, size)
    low, high = np.round(center - reach, 3), np.round(center + reach, 3)
    held = (low <= label) & (label <= high)
    given = {"group": group.tolist(), "label": label.tolist(), "low": low.tolist(), "high": high.tolist()}
    return case(f"prediction intervals, {size} rows", "coverage", given, covered(held, high - low, group))


def sets(random, size):
    group = random.choice(["u", "v", "w"], size)
    label = random.choice(["cat", "dog", "eel", "fox"], size)
    chosen = [sorted(set(random.choice(["cat", "dog", "eel", "fox"], random.integers(0, 4)))) for _ in label]
    for i in np.flatnonzero(random.random(size) < 0.6):
        chosen[i] = sorted({*chosen[i], label[i]})
    chosen = [[str(each) for each in one] for one in chosen]
    held = np.array([own in one for own, one in zip(label, chosen)])
    sizes = np.array([len(each) for each in chosen])
    given = {"group": group.tolist(), "label": label.tolist(), "sets": chosen}
    return case(f"prediction sets, {size} rows", "coverage", given, covered(held, sizes, group))


def conditional(random, size):
    group = random.choice(["u", "v", "w"], size)
    within = random.choice(["x", "y"], size)
    selected = random.binomial(1, 0.3 + 0.2 * (group == "u") + 0.2 * (within == "x"))
    rows = pd.DataFrame({"group": group, "within": within, "selected": selected})

    def disparity(of, name):
        part = of.group == name
        return part[of.selected == 0].mean() - part[of.selected == 1].mean()

    expected = {
        name: {
            "disparity": disparity(rows, name),
            "conditional": sum(len(of) * disparity(of, name) for _, of in rows.groupby("within")) / size,
            "strata": [disparity(of, name) for _, of in rows.groupby("within")],
        }
        for name in "uvw"
    }
    return case(f"conditional disparity, {size} rows", "conditional", rows.to_dict("list"), expected)


random = np.random.default_rng(41)
cases = [
    *(curves(random, size, digits) for size, digits in ((60, 1), (200, 3), (500, 1))),
    *(outcomes(random, size, kinds) for size, kinds in ((80, 3), (400, 6), (1000, 2))),
    *(clarify(random, size) for size in (150, 900)),
    *(proxies(random, size, groups) for size, groups in ((90, 2), (400, 3))),
    *(intervals(random, size) for size in (40, 300)),
    *(sets(random, size) for size in (60, 300)),
    *(conditional(random, size) for size in (120, 500)),
]
text = json.dumps(cases, separators=(",", ":"), default=lambda each: each.item())
text = text.replace(":Infinity", ':"Infinity"')
print(text.replace('},{"peer"', '},\n{"peer"'))
