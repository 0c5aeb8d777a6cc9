// SPDX-License-Identifier: Apache-2.0
//
// Invented examples, so that users can try the tab without a file. The page states that the numbers are invented.

// For 1,000 images of each group: how many show the object, and in how many the model detects it.
const objects = {
  oven: { woman: [260, 340], man: [180, 150] },
  umbrella: { woman: [220, 220], man: [200, 190] },
  handbag: { woman: [300, 420], man: [60, 30] },
  tie: { woman: [40, 20], man: [280, 360] },
  skateboard: { woman: [70, 40], man: [240, 310] },
  laptop: { woman: [230, 200], man: [270, 310] },
  dog: { woman: [190, 185], man: [200, 205] },
  pizza: { woman: [150, 160], man: [155, 150] },
} as const;

const images = 1000;

/** 2,000 images with eight objects and the predictions of a model, as CSV. */
export function labelExample(): File {
  const names = Object.keys(objects) as (keyof typeof objects)[];
  const header = ['gender', 'pred_gender', ...names, ...names.map((name) => `pred_${name}`)];
  const rows = (['woman', 'man'] as const).flatMap((gender) =>
    Array.from({ length: images }, (_, i) => {
      const place = (name: (typeof names)[number]) => (i * 389 + names.indexOf(name) * 127) % images;
      const truth = names.map((name) => Number(place(name) < objects[name][gender][0]));
      const answers = names.map((name) => Number(place(name) < objects[name][gender][1]));
      // The model sometimes infers gender from the objects: it mistakes a person with a tie for a man.
      const tie = answers[names.indexOf('tie')] && i % 3 === 0;
      const oven = answers[names.indexOf('oven')] && i % 5 === 0;
      const guessed = tie ? 'man' : oven ? 'woman' : gender;
      return [gender, guessed, ...truth, ...answers].join(',');
    }),
  );
  return new File([[header.join(','), ...rows].join('\n')], 'images (invented).csv');
}

// For each object, how many captions mention it with a woman and with a man: captions by people, and by a model.
const mentions = [
  ['in a kitchen', [40, 20], [60, 10]],
  ['with a cake', [30, 20], [40, 10]],
  ['with an umbrella', [30, 20], [30, 20]],
  ['on the phone', [30, 20], [40, 20]],
  ['with a laptop', [20, 30], [10, 40]],
  ['on a skateboard', [10, 40], [0, 50]],
  ['in a suit', [10, 40], [0, 40]],
  ['next to a car', [20, 30], [10, 50]],
  ['with a dog', [30, 30], [30, 30]],
  ['on a horse', [30, 20], [20, 30]],
  ['with a surfboard', [20, 40], [10, 40]],
] as const;

const getCaptions = (which: 1 | 2): string =>
  mentions
    .flatMap((mention) => {
      const [women, men] = mention[which];
      const say = (who: string, count: number) => Array.from({ length: count }, () => `A ${who} ${mention[0]}.`);
      return [...say('woman', women), ...say('man', men)];
    })
    .join('\n');

/** Captions, one per line. */
export const captionExample = () => ({ train: getCaptions(1), test: getCaptions(2) });
