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

Compares how groups of people fare in a table of decisions: a CSV file with a
header row, or Parquet, Arrow, lines of JSON or an .xlsx workbook, also within
gzip or Zstandard; - reads standard input. Nothing leaves this machine.

What the columns are
  --label COLUMN         the true outcome
  --prediction COLUMN    the predicted outcome or the decision
  --score COLUMN         the estimated probability of the favorable outcome
  --threshold NUMBER     predict the favorable outcome from this score on
                         (instead of --prediction)
  --group COLUMN,...     the attributes that define groups; may be repeated;
                         write \\, for a comma within a name
  --within COLUMN,...    conditions, such as the department: groups are compared
                         among rows with equal values in these columns, and
                         list gaps that reverse (Simpson's paradox)
  --weight COLUMN        how much each row counts
  --cluster COLUMN       the person of each row, if a person has several rows:
                         intervals and tests then count people, not rows
  --delimiter CHARACTER  field separator ('tab' for a tab). Default: detected in
                         the header: one of , ; | or a tab

Decisions of a model
  --model FILE.onnx      score the rows with this model: its labels are the
                         predictions, or its scores from --threshold on
                         (\`fairwasm predict --help\`)
${modelHelp}

Rows in a database
  --counts NAME          the file has counts: the answer to the statement that
                         \`fairwasm sql\` prints for the same columns; this is
                         its column with the number of rows
  --from ADDRESS         count there: duckdb:FILE, sqlite:FILE,
                         postgres://HOST/NAME, clickhouse://HOST/NAME, through
                         the engine's own client for Node; passwords come from
                         PGPASSWORD and CLICKHOUSE_PASSWORD. Takes --table or
                         --query, --where and --bins as \`fairwasm sql\` does
  --timeout SECONDS      time limit for the statement. Default: 600
  --explain              print the statement without a query
  --min-cell-size NUMBER   minimum cell size of the counts, as in
                         \`fairwasm sql --min-cell-size\`: report how much the
                         omitted cells could change; with --from, query so
  --suppress-below NUMBER
                         suppress counts from 1 to just below this number, and
                         all numbers that would reveal them

Interpretation
  --favorable LABEL      the outcome that counts as positive; may be repeated;
                         not needed for common pairs: 1 and 0, yes and no, ...
  --outcome benefit|burden
                         the effect of a positive decision: a benefit, such as
                         a loan, or a burden, such as detention. Numbers are
                         the same; a report about a burden has its own terms,
                         begins with wrongly imposed burdens, and names the
                         disadvantaged group of each gap
  --classes NAME,...     multiclass labels, in this order. Labels are also
                         multiclass if there are more than two and --favorable
                         is not given: \`fairwasm classes --help\`
  --ordered              their order means something, as that of low, medium and
                         high: near misses count less than far ones
  --privileged COLUMN=GROUP
                         the group that others are compared with; may be
                         repeated. Default: the largest group
${missingHelp}

Output
  --format text|json|markdown|csv|html|model-card|junit|github
                         Default: by the ending of --output, or text. html
                         is one file for any browser; model-card is Hugging
                         Face's model-index with Markdown; junit and github
                         report the results of limits as XML for build servers
                         and as annotations with a job summary for GitHub
                         Actions
${extraHelp}
${customHelp}
  --model NAME           name in the model card. Default: the file name.
                         A name that ends in .onnx is a model to be run
  --output FILE          write to a file instead of standard output, completely
                         or not at all
  --evidence FOLDER      also write a new folder with the report as JSON, and
                         what it was made from and how (SHA-256 of the data,
                         options, versions): \`fairwasm verify\` makes it again
  --confidence NUMBER    level of the confidence intervals. Default: 0.95
  --simultaneous         simultaneous intervals for all disparities
  --draws NUMBER         draws of the permutation test. Default: 2000
  --seed NUMBER          seed of random draws. Default: 1
  --no-intervals         values only, without intervals and tests
  --equivalence-margin MARGIN
                         equivalence tests (two one-sided tests) that gaps are
                         below the margin: 0.05 for all differences, or
                         NAME=MARGIN for one disparity; may be repeated;
                         disparateImpact=0.8 means 0.8 to 1.25
  --shrunken             rates shrunk toward the overall rate (empirical
                         Bayes), next to the raw rates: for many small groups,
                         whose extremes are mostly chance
  --pairs                also intersectional groups of every two attributes, if
                         there are three or more
  --config FILE          options as JSON, by command; options given here take
                         precedence. Default: fairwasm.config.json in this
                         folder, if it exists
  --example NAME         audit a built-in example: ${examples.map(({ name }) => name).join(', ')}

Guarding a build
  --fail-under NUMBER=LIMIT
                         exit with 3 if a group's value is below the limit
  --fail-over NUMBER=LIMIT
                         exit with 3 if a group's value is above the limit;
                         differences count in both directions:
                         statisticalParityDifference=0.1 allows -0.1 to 0.1
  --at value|lower|upper
                         hold the value against the limits (the default), or
                         that end of its interval: --fail-under
                         disparateImpact=0.8 --at lower passes only if it is
                         at least 0.8 with confidence
  --min-rows NUMBER      limits pass over groups with fewer rows, and say so
  --fail-unless-equivalent MARGIN
                         exit with 3 unless a gap below the margin is shown of
                         every compared group; MARGIN as above: 0.05, or
                         NAME=MARGIN. What is undefined is not shown
  --baseline REPORT.json --fail-if-worse NUMBER=AMOUNT
                         exit with 3 if a group's value is worse than in a
                         stored report (--format json) by more than the amount:
                         a difference by its size, a ratio by how far it or its
                         inverse is below 1, a rate by what is right or wrong.
  --baseline-prediction COLUMN
                         the column of this file with the decisions that the
                         baseline is of: both are compared row by row, which
                         makes --at lower and --at upper far surer; otherwise
                         both reports are taken as of other rows
  All but --at and --baseline may be repeated. NUMBER is anything in the report:
    accuracy             a rate, of every group
    disparateImpact      a disparity, of every group compared with another
    accuracy.difference  how far apart the groups are in a rate; also .ratio,
                         .min, .max, .differenceToOverall, .ratioToOverall
    rows                 a count, of every group: rows=30 demands 30 rows each
    missed               a metric of your own (--metric), of every group; also
                         missed.difference, how far apart the groups are
  demographicParityDifference, demographicParityRatio (fairlearn) and
  accuracyDifference (ignite) are other names for selectionRate.difference,
  selectionRate.ratio and accuracy.difference.
  Of several classes, with --classes or --ordered: any metric of all classes,
  such as macroF1ScoreOfDefined or kappa.difference, or a rate of each class
  against the rest, such as truePositiveRate.difference=0.1.
  Every breakdown in the report counts, crossed groups too. Standard error says
  which group crossed which limit, and which values could not be judged. At an
  end of the interval, a value that is undefined, missing or without an interval
  fails like a crossed limit; otherwise it fails only if no value at all could
  be judged. Intervals hold for all comparisons of the report together.

Exit codes: 0 done, 1 the input cannot be used, 2 wrong usage, 3 a limit was
crossed or could not be judged.

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
