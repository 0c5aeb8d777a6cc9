"""Records values of DBAC by its definition, with numpy and scipy.

    python3 tests/golden/record/dbac.py > tests/golden/values/dbac/dbac.json

Attackers are logistic regressions on the words that occur, with an L2 penalty of 1 / rows on the mean loss, minimized by
scipy's trust-region method. The parts of the images follow from the seed by the generator that is written out below. It
needs Debian's python3-numpy and python3-scipy.
"""

import json
import re

import numpy as np
import scipy
from scipy.optimize import minimize
from scipy.stats import t as student

bits = 0xFFFFFFFF


def mixed(z):
    for shift, factor in ((16, 0x21F0AAAD), (15, 0x735A2D97)):
        z = ((z ^ (z >> shift)) * factor) & bits
    return z ^ (z >> 15)


def shuffled(length, names):
    """Fisher and Yates with xoshiro128++ (Blackman and Vigna 2021)."""
    golden = 0x9E3779B9
    seed = 0
    for name in names:
        seed = mixed((seed + golden + name) & bits)
    state = [mixed((seed + (i + 1) * golden) & bits) for i in range(4)]

    def rotated(x, by):
        return ((x << by) | (x >> (32 - by))) & bits

    def draw():
        result = (rotated((state[0] + state[3]) & bits, 7) + state[0]) & bits
        shifted = (state[1] << 9) & bits
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = rotated(state[3], 11)
        return result

    order = list(range(length))
    for i in range(length - 1, 0, -1):
        limit = 2**32 - 2**32 % (i + 1)
        value = draw()
        while value >= limit:
            value = draw()
        j = value % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def words_of(caption):
    return re.findall(r"[^\W_]+", caption.lower())


def cosine(a, b):
    return float(np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b)))


def replaced(captions, others, vectors, similarity):
    known = {word for words in others for word in words}
    candidates = [word for word in sorted(known) if word in vectors]

    def replace(word):
        if word in known or word.startswith("<"):
            return word
        if word not in vectors or not candidates:
            return "<unk>"
        near = max(candidates, key=lambda each: cosine(vectors[word], vectors[each]))
        return near if cosine(vectors[word], vectors[near]) >= similarity else "<unk>"

    return [[replace(word) for word in words] for words in captions]


def probabilities(scores, one_hot):
    if not one_hot:
        return 1 / (1 + np.exp(-scores))
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def fit(features, targets, one_hot):
    rows, words = features.shape
    outputs = targets.shape[1]
    shape = (words + 1, outputs)
    design = np.hstack([features, np.ones((rows, 1))])
    penalized = np.ones(shape)
    penalized[-1] = 0

    def loss(flat):
        weights = flat.reshape(shape)
        scores = design @ weights
        if one_hot:
            high = scores.max(axis=1)
            logs = high + np.log(np.exp(scores - high[:, None]).sum(axis=1))
            mean = (logs - (scores * targets).sum(axis=1)).mean()
        else:
            mean = (np.logaddexp(0, scores) - scores * targets).sum(axis=1).mean()
        slope = design.T @ (probabilities(scores, one_hot) - targets) / rows + penalized * weights / rows
        return mean + (penalized * weights**2).sum() / (2 * rows), slope.ravel()

    found = minimize(loss, np.zeros(shape).ravel(), jac=True, method="L-BFGS-B",
                     options={"maxiter": 20000, "maxfun": 20000, "ftol": 0, "gtol": 1e-9})
    return found.x.reshape(shape)


def likelihood(truth, chances, one_hot):
    if one_hot:
        return (truth * chances).sum(axis=1)
    return np.where(truth == 1, chances, 1 - chances).prod(axis=1)


def average_lambda(probability, mentioned, truth):
    shares = [{value: each.count(value) for value in set(each)} for each in (mentioned, truth)]
    return np.mean([p * shares[0][m] / shares[1][g] for p, m, g in zip(probability, mentioned, truth)])


def direction(human, generated, targets, truth, mask, mention, one_hot, options):
    """`human` has a list of captions for each version."""
    images = len(generated)
    hide = lambda all_: [["<mask>" if word in mask else word for word in words] for words in all_]
    hidden, other = hide([words for version in human for words in version]), hide(generated)
    vectors, similarity = options["vectors"], options["similarity"]
    hidden = replaced(hidden, other, vectors, similarity)
    other = replaced(other, hidden, vectors, similarity)
    names = sorted({word for words in hidden + other for word in words})
    encode = lambda all_: np.array([[float(name in words) for name in names] for words in all_])
    versions = [encode(hidden[i * images : (i + 1) * images]) for i in range(len(human))]
    sides = [(versions, [[mention(words) for words in version] for version in human])]
    sides.append(([encode(other)], [[mention(words) for words in generated]]))
    codes = {value: i for i, value in enumerate(dict.fromkeys(truth))}

    def order_by(seeds):
        return sorted(shuffled(images, seeds), key=lambda image: codes[truth[image]])

    def attack(features, mentioned, order, omitted):
        probability = np.zeros(images)
        confidence = np.zeros(images)
        for part in range(options["folds"]):
            kept = [(i, image) for i, image in enumerate(order) if image not in omitted]
            train = [image for i, image in kept if i % options["folds"] != part]
            test = [image for i, image in kept if i % options["folds"] == part]
            weights = fit(features[train], targets[train], one_hot)
            chances = probabilities(features[test] @ weights[:-1] + weights[-1], one_hot)
            probability[test] = likelihood(targets[test], chances, one_hot)
            confidence[test] = np.where(probability[test] >= chances.max(axis=1), probability[test], 0)
        used = [image for image in order if image not in omitted]
        return (
            average_lambda(probability[used], [mentioned[i] for i in used], [truth[i] for i in used]),
            confidence[used].mean(),
        )

    def trial(number, order, omitted=frozenset()):
        results = [
            attack(features[number % len(features)], mentioned[number % len(features)], order, omitted)
            for features, mentioned in sides
        ]
        (d, lic_d), (m, lic_m) = results
        return {"lambdaD": d, "lambdaM": m, "value": (m - d) / (m + d)}, (lic_d, lic_m)

    seed, trials, blocks = options["seed"], options["trials"], options["blocks"]
    orders = [order_by([seed, number]) for number in range(trials)]
    results = [trial(number, order) for number, order in enumerate(orders)]
    value = np.mean([each["value"] for each, _ in results])
    blocked = order_by([seed, trials, 1])
    reduced = [trial(0, orders[0], frozenset(blocked[block::blocks]))[0]["value"] for block in range(blocks)]
    error = np.sqrt(np.var(reduced) * (blocks - 1)) if blocks else float("nan")
    reach = student.ppf(0.975, blocks - 1) * error if blocks else float("nan")
    found = {
        "value": value,
        "lambdaD": np.mean([each["lambdaD"] for each, _ in results]),
        "lambdaM": np.mean([each["lambdaM"] for each, _ in results]),
        "trials": [each["value"] for each, _ in results],
    }
    if blocks:
        found |= {"standardError": error, "ci": [max(-1, value - reach), min(1, value + reach)]}
    return found, np.mean([lic for _, lic in results], axis=0)


def dbac(given):
    options = {"vectors": {}, "similarity": 0.5, **given}
    human = [each if isinstance(each, list) else [each] for each in given["human"]]
    versions = max(map(len, human))
    human = [[words_of(each[i % len(each)]) for each in human] for i in range(versions)]
    generated = [words_of(each) for each in given["generated"]]
    categories = list(dict.fromkeys(given["attribute"]))
    objects = given["objects"]
    attribute_words = given["attributeWords"]
    one_hot = np.array([[float(each == own) for each in categories] for own in given["attribute"]])
    mask = {word for words in attribute_words.values() for word in words}
    mention = lambda words: tuple(any(word in words for word in each) for each in objects.values())
    to_task, lic = direction(human, generated, one_hot, given["attribute"], mask, mention, True, options)
    shown = [tuple(float(name in own) for name in objects) for own in given["imageObjects"]]

    def state(words):
        counts = {name: sum(word in each for word in words) for name, each in attribute_words.items()}
        most = [name for name, count in counts.items() if count == max(counts.values())]
        return most[0] if len(most) == 1 else None

    mask = {word for words in objects.values() for word in words}
    to_attribute, _ = direction(human, generated, np.array(shown), shown, mask, state, False, options)
    return {
        "AtoT": to_task,
        "TtoA": to_attribute,
        "lic": {"value": lic[1] - lic[0], "licD": lic[0], "licM": lic[1]},
    }


def captions(random, images, versions, **options):
    female = random.random(images) < 0.5
    knife, dog = random.random(images) < 0.3 + 0.3 * female, random.random(images) < 0.4
    attribute = ["female" if each else "male" for each in female]

    def caption(i, strength, rooms):
        person = female[i] if random.random() < strength else random.random() < 0.5
        has = knife[i] if random.random() < strength else female[i]
        words = [str(random.choice(["a", "one"])), str(random.choice(["woman", "lady"] if person else ["man", "guy"]))]
        if random.random() < 0.15:
            words = ["someone"]
        words += [str(random.choice(["holds", "has"])), "a", str(random.choice(["knife", "blade"])) if has else "cup"]
        if dog[i] and random.random() < strength:
            words += ["near", "a", "dog"]
        return " ".join([*words, "in", "the", str(random.choice(rooms[: 3 if female[i] else 4]))]).capitalize() + "."

    rooms = ["kitchen", "garden", "street", "office"]
    human = [[caption(i, 0.9, [*rooms, "attic"]) for _ in range(versions)] for i in range(images)]
    given = {
        "human": [each if versions > 1 else each[0] for each in human],
        "generated": [caption(i, 0.75, [*rooms[:3], "flat"]) for i in range(images)],
        "attribute": attribute,
        "objects": {"knife": ["knife", "blade"], "dog": ["dog"]},
        "imageObjects": [[name for name, is_ in (("knife", k), ("dog", d)) if is_] for k, d in zip(knife, dog)],
        "attributeWords": {"female": ["woman", "lady"], "male": ["man", "guy"]},
        **options,
    }
    return {
        "peer": f"definition of DBAC with scipy {scipy.__version__}",
        "case": f"{images} images, {versions} human captions, {options}"[:90],
        "input": {"kind": "dbac", **given},
        "expected": dbac(given),
    }


random = np.random.default_rng(2026)
vectors = {
    "office": [1, 0.2, 0],
    "flat": [0.9, 0.5, 0.1],
    "street": [0, 1, 0.4],
    "kitchen": [0.1, 0, 1],
    "attic": [0.7, 0.8, 0],
    "garden": [0, 0.8, 0.8],
}
cases = [
    captions(random, 60, 1, folds=5, trials=3, blocks=0, seed=1),
    captions(random, 80, 2, folds=4, trials=3, blocks=0, seed=7, vectors=vectors, similarity=0.9),
    captions(random, 100, 1, folds=5, trials=2, blocks=10, seed=3),
]
text = json.dumps(cases, separators=(",", ":"), default=lambda each: each.item())
print(text.replace('},{"peer"', '},\n{"peer"'))
