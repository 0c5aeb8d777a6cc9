// SPDX-License-Identifier: Apache-2.0
//
// What `fairwasm audit --help` says.

import { examples } from '../examples/examples.js';
import { customHelp } from './custom-metrics.js';
import { extraHelp } from './extras.js';
import { modelHelp } from './model-options.js';
import { missingHelp } from './reading.js';

export const auditHelp = `Usage: fairwasm audit FILE.csv --label COLUMN --prediction COLUMN --group COLUMN
       fairwasm audit --from duckdb:FILE --table NAME ...
       fairwasm audit --example NAME

Compares groups of people in a table of decisions: a CSV file with a header row,
or a Parquet, Arrow, JSON Lines, or .xlsx file, optionally compressed with gzip
or Zstandard. Use - for standard input. Nothing leaves this machine.

Columns
  --label COLUMN         the true outcome
  --prediction COLUMN    the predicted outcome or the decision
  --score COLUMN         the estimated probability of the favorable outcome
  --threshold NUMBER     instead of --prediction: predict the favorable outcome
                         if the score is at least this number
  --group COLUMN,...     the attributes that define groups; may be repeated;
                         escape a comma within a name as \\,
  --within COLUMN,...    conditions, such as the department: also compare groups
                         among rows with equal values in these columns, and
                         list gaps that reverse (Simpson's paradox)
  --weight COLUMN        weight of each row. Default: 1
  --cluster COLUMN       the person (or other unit) that each row belongs to, if
                         people have several rows: intervals and tests then
                         count people instead of rows
  --delimiter CHARACTER  field separator ('tab' for a tab). Default: detected in
                         the header: one of , ; | or a tab

Decisions by a model
  --model FILE.onnx      score the rows with this model. Its labels are the
                         predictions, or its scores if --threshold is given;
                         see \`fairwasm predict --help\`
${modelHelp}

Rows in a database
  --counts NAME          the file is a table of counts, the result of the query
                         that \`fairwasm sql\` prints for the same columns;
                         NAME is its column with the number of rows
  --from ADDRESS         count rows in a database: duckdb:FILE, sqlite:FILE,
                         postgres://HOST/NAME, or clickhouse://HOST/NAME. Needs
                         the engine's client for Node; passwords are read from
                         PGPASSWORD and CLICKHOUSE_PASSWORD. Accepts --table or
                         --query, --where, and --bins like \`fairwasm sql\`
  --timeout SECONDS      time limit for the query. Default: 600
  --explain              print the query instead of running it
  --min-cell-size NUMBER
                         smallest count that the database returns, as in
                         \`fairwasm sql --min-cell-size\`; the report bounds the
                         effect of the omitted cells
  --suppress-below NUMBER
                         suppress counts from 1 to just below this number, and
                         all numbers that would reveal them

Interpretation
  --favorable LABEL      the outcome that counts as positive; may be repeated;
                         not needed for common pairs: 1 and 0, yes and no, ...
  --outcome benefit|burden
                         whether a positive decision is a benefit, such as a
                         loan, or a burden, such as detention. Changes only
                         the wording and the order of the report, and names
                         the disadvantaged group of each gap
  --classes NAME,...     the classes of multiclass labels, in order. Default:
                         labels are multiclass if there are more than two and
                         no --favorable; see \`fairwasm classes --help\`
  --ordered              the classes are ordered, such as low, medium, and high:
                         near misses count less than distant ones
  --privileged COLUMN=GROUP
                         the reference group of an attribute; may be repeated.
                         Default: the largest group
${missingHelp}

Output
  --format text|json|markdown|csv|html|model-card|junit|github
                         Default: from the extension of --output, or text. html
                         is one self-contained file; model-card is Markdown
                         with Hugging Face's model-index; junit (XML) and
                         github (annotations and a job summary) report whether
                         the limits hold
${extraHelp}
${customHelp}
  --model NAME           name in the model card. Default: the file name. A name
                         that ends in .onnx is a model to run
  --output FILE          write to a file instead of standard output, completely
                         or not at all
  --evidence FOLDER      also write a new folder with the report as JSON, the
                         options, the versions, and the SHA-256 of the data;
                         \`fairwasm verify\` reproduces the report from it
  --confidence NUMBER    level of the confidence intervals. Default: 0.95
  --simultaneous         simultaneous confidence intervals for all disparities
  --draws NUMBER         number of permutations in the test. Default: 2000
  --seed NUMBER          seed of random draws. Default: 1
  --no-intervals         omit confidence intervals and tests
  --equivalence-margin MARGIN
                         equivalence tests (two one-sided tests) that gaps are
                         within the margin: 0.05 for all differences, or
                         NAME=MARGIN for one disparity; disparateImpact=0.8
                         means 0.8 to 1.25; may be repeated
  --shrunken             add rates that are shrunk toward the overall rate
                         (empirical Bayes); useful for many small groups,
                         whose extreme rates are mostly chance
  --pairs                add intersectional groups for every two attributes, if
                         there are at least three attributes
  --config FILE          options as JSON, by command; options given here take
                         precedence. Default: fairwasm.config.json in this
                         folder, if it exists
  --example NAME         audit a built-in example: ${examples.map(({ name }) => name).join(', ')}

Limits for continuous integration
  --fail-under NUMBER=LIMIT
                         exit with 3 if a group's value is below the limit
  --fail-over NUMBER=LIMIT
                         exit with 3 if a group's value is above the limit;
                         differences are limited in both directions:
                         statisticalParityDifference=0.1 allows -0.1 to 0.1
  --at value|lower|upper
                         compare the limits with the value (the default) or with
                         that end of its confidence interval: --fail-under
                         disparateImpact=0.8 --at lower passes only if the
                         interval is entirely at or above 0.8
  --min-rows NUMBER      exclude smaller groups from the limits, and list them
  --fail-unless-equivalent MARGIN
                         exit with 3 unless the gap of every compared group is
                         significantly below the margin, 0.05 or NAME=MARGIN;
                         undefined gaps fail
  --baseline REPORT.json --fail-if-worse NUMBER=AMOUNT
                         exit with 3 if a group's value is worse than in a
                         stored report (--format json) by more than the amount:
                         a larger difference, a ratio further from 1, a lower
                         rate of correct decisions, or a higher error rate
  --baseline-prediction COLUMN
                         the column of this file with the decisions that the
                         baseline describes. Pairing the rows makes --at lower
                         and --at upper more precise. Default: the baseline is
                         treated as an independent sample
  All but --at and --baseline may be repeated. NUMBER is a name in the report:
    accuracy             a rate, checked for every group
    disparateImpact      a disparity, for every group but the reference group
    accuracy.difference  the largest gap in a rate between groups; also .ratio,
                         .min, .max, .differenceToOverall, .ratioToOverall
    rows                 a count: rows=30 requires 30 rows in every group
    missed               a custom metric (--metric), for every group; also
                         missed.difference, its largest gap between groups
  demographicParityDifference, demographicParityRatio (fairlearn), and
  accuracyDifference (ignite) are other names for selectionRate.difference,
  selectionRate.ratio, and accuracy.difference.
  Multiclass labels (--classes or --ordered) have other names: metrics of all
  classes, such as macroF1ScoreOfDefined or kappa.difference, and rates of each
  class against the rest, such as truePositiveRate.difference=0.1.
  Limits apply to every breakdown in the report, including intersectional
  groups. Crossed limits and values that could not be checked are printed to
  standard error. With --at lower or upper, a value without an interval fails;
  otherwise, undefined values fail only if no value could be checked. The
  intervals hold simultaneously for all comparisons of the report.

Exit codes: 0 success, 1 unusable input, 2 invalid usage, 3 a limit was crossed
or could not be checked.

Examples
  fairwasm audit compas.csv --label two_year_recid \\
    --prediction predicted_recid --group race,sex
  fairwasm audit loans.csv --label repaid --score p --threshold 0.5 \\
    --group sex --format markdown --output report.md
  fairwasm audit hires.csv --prediction hired --group sex \\
    --privileged sex=male --fail-under disparateImpact=0.8 \\
    --fail-over disparateImpact=1.25
  fairwasm audit admissions.csv --prediction admitted --group sex \\
    --within department
  fairwasm audit hires.csv --prediction hired --group sex \\
    --fail-unless-equivalent statisticalParityDifference=0.05
  fairwasm audit big.csv.gz --prediction hired --group sex
  fairwasm audit decisions.parquet --prediction hired --group sex
  fairwasm audit compas.csv --label two_year_recid \\
    --prediction predicted_recid --group race --outcome burden
  fairwasm audit --from postgres://db.example/hr --table hires \\
    --prediction hired --group sex
  fairwasm audit --example compas`;
