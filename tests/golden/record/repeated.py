"""Computes the recorded values of repeated decisions, rates per exposure, shares, and rankings again from their inputs.

    python3 tests/golden/record/repeated.py tests/golden/values/repeated/repeated.json
    python3 tests/golden/record/repeated.py tests/golden/values/repeated/exposure.json
    python3 tests/golden/record/repeated.py tests/golden/values/rankings/rankings.json

Prints the file with new values. It needs Debian's python3-numpy, python3-pandas, python3-scipy, and
python3-statsmodels.
"""

import json
import sys

import numpy as np
import pandas as pd
from scipy import stats
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar
from statsmodels.stats.proportion import multinomial_proportions_confint


def repeated(columns, reference, rows):
    table = pd.DataFrame(rows, columns=columns)
    cells = table.groupby(["item", "variant"])["outcome"]
    mean, variance, runs = (each.unstack() for each in (cells.mean(), cells.var(ddof=1), cells.size()))
    within = 2 * mean * (1 - mean) * runs / (runs - 1)
    is_single = (runs == 1).all(axis=None)
    found = {}
    for variant in [name for name in mean if name != reference]:
        gaps = mean[variant] - mean[reference]
        count = len(gaps)
        half = stats.t.ppf(0.975, count - 1) * gaps.std(ddof=1) / np.sqrt(count)
        values = {"gap": gaps.mean(), "gap_ci_t": [gaps.mean() - half, gaps.mean() + half]}
        if is_single:
            pairs = pd.crosstab(mean[reference], mean[variant])
            values |= {"mcnemar_exact_p": mcnemar(pairs, exact=True).pvalue, "squared_effect": None}
        else:
            noise = [variance[name] / runs[name] for name in (variant, reference)]
            effects = gaps**2 - noise[0] - noise[1]
            between = mean[variant] * (1 - mean[reference]) + mean[reference] * (1 - mean[variant])
            values |= {
                "squared_effect": effects.mean(),
                "squared_effect_se": effects.std(ddof=1) / np.sqrt(count),
                "within_disagreement": {name: within[name].mean() for name in (reference, variant)},
                "between_disagreement": between.mean(),
            }
        found[variant] = values
    if is_single:
        test = cochrans_q(mean)
        return found | {"cochrans_q": {"statistic": test.statistic, "p": test.pvalue}}
    noise = (variance / runs).mean(axis=1)
    return found | {"between_variance": (mean.var(axis=1, ddof=1) - noise).mean()}


def exposure(columns, rows):
    table = pd.DataFrame(rows, columns=columns)
    found = {}
    for group, own in table.groupby("group"):
        sums = own.groupby("cluster")[["events", "exposure"]].sum()
        events, total = sums["events"].sum(), sums["exposure"].sum()
        rate, count = events / total, len(sums)
        residuals = sums["events"] - rate * sums["exposure"]
        low = stats.chi2.ppf(0.025, 2 * events) / 2 if events > 0 else 0
        high = stats.chi2.ppf(0.975, 2 * events + 2) / 2
        found[group] = {
            "rate": rate,
            "variance": count / (count - 1) * (residuals**2).sum() / total**2,
            "garwood": [low / total, high / total],
        }
    return found


def shares(counts, reference):
    counts, reference = np.array(counts), np.array(reference)
    own = counts / counts.sum()
    wanted = np.ceil(np.round(reference * counts.sum(), 9))
    return {
        "ratio": own / reference,
        "goodman": multinomial_proportions_confint(counts, 0.05, method="goodman"),
        "missing": np.maximum(0, wanted - counts).astype(int),
        "total_variation": np.abs(own - reference).sum() / 2,
        "pearson_p": stats.chisquare(counts, reference * counts.sum()).pvalue,
    }


def ranking(groups_in_order, reference):
    groups = np.array(groups_in_order)
    names = sorted(reference)
    places = np.arange(1, len(groups) + 1)
    weights = 1 / np.log2(places + 1)
    tops = {name: np.cumsum(groups == name) for name in names}
    divergences = sum(
        stats.entropy([tops[name][k - 1] / k for name in names], [reference[name] for name in names])
        / np.log2(k + 1)
        for k in places
    )
    first, second = names
    pairs = [place < other for place in places[groups == first] for other in places[groups == second]]
    return {
        "exposure": {name: weights[groups == name].sum() for name in names},
        "exposure_mean": {name: weights[groups == name].mean() for name in names},
        "ndkl": divergences / weights.sum(),
        "skew_at_5": {name: np.log(tops[name][4] / 5 / reference[name]) for name in names},
        "infeasible": {
            name: (tops[name] < np.floor(reference[name] * places)).sum() for name in names
        },
        f"pairwise_{first}_above_{second}": np.mean(pairs),
    }


kinds = {"repeated": repeated, "exposure": exposure, "shares": shares, "ranking": ranking}


def plain(value):
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


with open(sys.argv[1], encoding="utf-8") as file:
    cases = json.load(file)
for case in cases:
    case["expected"] = plain(kinds[case["kind"]](**case["input"]))
print(json.dumps(cases))
