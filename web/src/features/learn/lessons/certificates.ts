// SPDX-License-Identifier: Apache-2.0
//
// Certificates: which of two networks is correct more often after a small change to every image? Each answer has a
// radius within which no change can alter it.

import { load, type Robustness, type RobustnessSummary } from 'fairwasm/robustness';
import { html } from 'lit';
import { lesson } from '../lesson.js';
import { randomFrom } from '../random.js';
import '../plane-chart.js';

const networks = ['bold', 'careful'] as const;
type Network = (typeof networks)[number];

const pictures = 400;
const most = 1;
const radii = Array.from({ length: 21 }, (_, i) => (i * most) / 20);

/** A network's accuracy, and its mean distance to another decision. */
const traits = { bold: { right: 0.94, margin: 0.3 }, careful: { right: 0.84, margin: 0.75 } };

// Scores of two answers. The sign of a score is the answer; its absolute value divided by the Lipschitz constant is the
// radius.
const rows = networks.flatMap((network, n) => {
  const random = randomFrom(40 + n);
  const { right, margin } = traits[network];
  return Array.from({ length: pictures }, (_, i) => {
    const label = i % 2;
    const isRight = i < right * pictures;
    const distance = margin * (0.2 + random() + random()) * (isRight ? 1 : 0.5);
    return { network, label, score: (label === 1) === isRight ? distance : -distance };
  });
});

interface Result {
  /** By network: certified accuracy at each of {@link radii}. */
  curves: Readonly<Record<Network, readonly number[]>>;
  /** The accuracy at the chosen radius. */
  here: Readonly<Record<Network, { value: number; ci?: [number, number] }>>;
}

export default lesson<Robustness, Result>({
  controls: [{ id: 'radius', min: 0, max: most, step: 0.05, start: 0, unit: 'number' }],
  right: 2,
  shows: { radius: 0.4 },
  load,
  compute: ({ certificates }, { radius = 0 }) => {
    const counted = certificates({ lipConst: 1, groups: ['network'], epsilons: radii });
    counted.update({
      label: rows.map(({ label }) => label),
      score: rows.map(({ score }) => score),
      groups: { network: rows.map(({ network }) => network) },
    });
    const { groups }: RobustnessSummary = counted.compute({ replicates: 0 });
    counted[Symbol.dispose]();
    const of = (network: Network) =>
      groups.find(({ categories }) => categories.network === network)?.certifiedAccuracy ?? [];
    const at = (network: Network) => {
      const found = of(network)[Math.round((radius / most) * 20)];
      return found ?? { value: Number.NaN };
    };
    return {
      curves: { bold: of('bold').map(({ value }) => value), careful: of('careful').map(({ value }) => value) },
      here: { bold: at('bold'), careful: at('careful') },
    };
  },
  isShown: ({ here }) => here.careful.value - here.bold.value > 0.2,
  facts: ({ here, curves }, { radius = 0 }, format) => ({
    radius: format.number(radius),
    bold: format.share(here.bold.value),
    careful: format.share(here.careful.value),
    boldAtFirst: format.share(curves.bold[0] as number),
    carefulAtFirst: format.share(curves.careful[0] as number),
  }),
  now: ({ here }) => (here.bold.value >= here.careful.value ? 'bold' : 'careful'),
  answer: (_, { radius = 0 }) => (radius === 0 ? undefined : 'answer'),
  draw: ({ result: { curves }, values, say, format }) => html`
    <fairwasm-plane-chart
      label=${say('word.chart')}
      .line=${values.radius}
      .x=${{
        label: say('word.radius'),
        from: 0,
        to: most,
        ticks: [0, 0.25, 0.5, 0.75, 1].map((tick) => [tick, format.number(tick)]),
      }}
      .y=${{
        label: say('word.certified'),
        from: 0,
        to: 1,
        ticks: [0, 0.25, 0.5, 0.75, 1].map((tick) => [tick, format.whole(tick)]),
      }}
      .series=${networks.map((network) => ({
        kind: 'line',
        isDashed: network === 'careful',
        tone: network === 'careful' ? 'second' : undefined,
        points: curves[network].map((accuracy, i) => [radii[i], accuracy]),
      }))}
    ></fairwasm-plane-chart>
    <p class="small soft keys">
      <span><span class="first">━━</span> ${say('word.bold')}</span>
      <span><span class="second">╍╍</span> ${say('word.careful')}</span>
    </p>
  `,
  tables: ({ result: { curves, here }, values, say, format }) => [
    {
      caption: say('word.caption', { radius: format.number(values.radius as number) }),
      columns: [say('word.network'), say('word.value'), say('word.interval')],
      rows: networks.map((network) => [
        say(`word.${network}`),
        format.share(here[network].value),
        format.range(here[network].ci),
      ]),
    },
    {
      caption: say('word.caption2'),
      columns: [say('word.radius'), say('word.bold'), say('word.careful')],
      rows: radii.map((radius, i) => [
        format.number(radius),
        ...networks.map((network) => format.share(curves[network][i] as number)),
      ]),
    },
  ],
});
