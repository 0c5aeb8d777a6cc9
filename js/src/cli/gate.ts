// SPDX-License-Identifier: Apache-2.0
//
// Thresholds that guard a build: --fail-under and --fail-over, and which values break them.

import { nearest } from '../core/nearest.js';
import type { Estimate } from '../group/estimate.js';
import { findMetric, type Metric, metrics } from '../metrics/table.js';
import type { Breakdown, Report } from '../report/report.js';
import { oneLine, showValue } from '../report/shown.js';
import { requireNumber, requirePair, UsageError } from './command.js';

/** "No group's METRIC may be under (or over) LIMIT." */
export interface Gate {
  metric: Metric;
  side: 'under' | 'over';
  limit: number;
}

/** What the thresholds found: which values break one, and what could not be judged. */
export interface Verdict {
  broken: string[];
  unjudged: string[];
}

/** Reads `disparateImpact=0.8` and the like. */
export function parseGates(side: Gate['side'], texts: readonly string[] | undefined): Gate[] {
  const option = `--fail-${side}`;
  return (texts ?? []).map((text) => {
    const [name, value] = requirePair(option, text);
    return requireSense(option, {
      metric: requireMetric(name),
      side,
      limit: requireNumber(option, value),
    });
  });
}

/** The metric of that name; throws {@link UsageError} otherwise. */
export function requireMetric(name: string): Metric {
  const found = findMetric(name);
  if (found) return found;
  const meant = nearest(
    name,
    metrics.map((metric) => metric.name),
  );
  const hint = meant ? `did you mean '${meant}'?` : '`fairwasm metrics` lists them.';
  throw new UsageError(`there is no metric '${name}'; ${hint}`);
}

// A limit on the wrong side of the ideal would be broken by groups that are alike.
function requireSense(option: string, gate: Gate): Gate {
  const { metric, side, limit } = gate;
  if (metric.ideal === undefined || metric.kind === 'rate') return gate;
  const { ideal, name } = metric;
  if (side === 'under' ? limit <= ideal : limit >= ideal) return gate;
  const most = side === 'under' ? `at most ${ideal}` : `at least ${ideal}`;
  throw new UsageError(`${option} for ${name} takes ${most}, its value where groups are alike`);
}

/** Judges a report. Every breakdown counts, the one of all attributes crossed too. */
export function judge(report: Report, gates: readonly Gate[]): Verdict {
  const verdicts = gates.map((gate) => judgeOne(report, gate));
  return {
    broken: verdicts.flatMap(({ broken }) => broken),
    unjudged: verdicts.flatMap(({ unjudged }) => unjudged),
  };
}

function judgeOne(report: Report, gate: Gate): Verdict {
  const { metric } = gate;
  if (metric.kind !== 'rate' && metric.kind !== 'disparity') {
    throw new UsageError(
      `--fail-${gate.side} takes a rate or a disparity; ${metric.name} is neither`,
    );
  }
  if (![...report.rates, ...report.disparities].includes(metric.name)) {
    const needs = metric.inputs.map((input) => `--${input}`).join(' and ');
    throw new UsageError(`--fail-${gate.side} ${metric.name} needs ${needs}`);
  }
  const candidates = report.breakdowns.flatMap((breakdown) => valuesOf(breakdown, metric));
  const judged = candidates.filter(({ estimate }) => !Number.isNaN(estimate.value));
  const undefinedOnes = candidates.filter(({ estimate }) => Number.isNaN(estimate.value));
  const broken = judged.filter(({ estimate }) => breaks(estimate.value, gate));
  const unjudged = undefinedOnes.map(
    ({ who, estimate }) =>
      `${metric.name} of ${who} is undefined: ${oneLine(estimate.reason ?? '')}`,
  );
  // A guard that has nothing to look at must not say that all is well.
  if (judged.length === 0)
    return { broken: [`${metric.name} could not be judged at all`], unjudged };
  return { broken: broken.map((each) => describe(each, gate)), unjudged };
}

interface Candidate {
  who: string;
  estimate: Estimate;
}

function valuesOf({ by, reference, groups, comparisons }: Breakdown, metric: Metric): Candidate[] {
  const attributes = by.map(oneLine).join(', ');
  if (metric.kind === 'rate') {
    return groups.map(({ name, rates }) => ({
      who: `${oneLine(name)} (by ${attributes})`,
      estimate: rates[metric.name] as Estimate,
    }));
  }
  return comparisons.map(({ group, disparities }) => ({
    who: `${oneLine(group)} compared with ${oneLine(reference)} (by ${attributes})`,
    estimate: disparities[metric.name] as Estimate,
  }));
}

// Over: differences count in both directions, as 0 is their ideal.
function breaks(value: number, { metric, side, limit }: Gate): boolean {
  if (side === 'under') return value < limit;
  return (metric.kind === 'disparity' && metric.ideal === 0 ? Math.abs(value) : value) > limit;
}

function describe({ who, estimate }: Candidate, { metric, side, limit }: Gate): string {
  const beyond = side === 'under' ? 'under' : 'over';
  return `${metric.name} of ${who} is ${showValue(estimate, metric)}, ${beyond} ${limit}`;
}
