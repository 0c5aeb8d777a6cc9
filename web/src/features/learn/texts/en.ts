// SPDX-License-Identifier: Apache-2.0
//
// The lessons in English. Placeholders in braces are replaced by figures that fairwasm computes.

import type { Catalog } from './lesson-texts.js';

const english = {
  common: {
    question: 'First, a guess',
    skip: 'Skip the guess',
    move: 'Try it',
    presets: 'Presets',
    table: 'The figures as a table',
    show: 'Show me',
    answer: 'Reading the figures',
    'answer.example': 'For example, with these settings ({settings}): {answer}',
    'answer.go': 'Use the settings of the example',
    'guessed.right': 'Your guess was right.',
    'guessed.wrong': 'Your guess was different. The correct answer is: {right}.',
    remember: 'Key points',
    exercises: 'Exercises',
    print: 'Print the sheet',
    save: 'Save the sheet as Markdown',
    undefined: 'undefined',
    points: 'pp',
    to: 'to',
    'sheet.guess': 'First, a guess',
    'sheet.move': 'Move it',
    'sheet.exercises': 'Exercises',
    'sheet.solution': 'Solution',
    'tab.title': 'What do the numbers mean?',
    'tab.lead':
      'Twelve short lessons. Each asks a question and lets you guess; then you move a slider and see the answer. All figures are computed on your device by the code that audits files.',
    'tab.all': 'All lessons',
    'tab.place': '{place} of {all}',
    'tab.large': 'Large type',
    'tab.nav': 'Lessons',
    'tab.previous': 'Previous: {title}',
    'tab.next': 'Next: {title}',
    'tab.language': 'Language',
    'tab.loading': 'Loading',
    'tab.beyond': 'For those who compare libraries',
    solutions: 'Solutions',
    'level.1': 'Introductory',
    'level.2': 'Intermediate',
    'level.3': 'Advanced',
    minutes: '{count} minutes',
    after: 'after “{title}”',
    'needs.percentages': 'percentages',
    'needs.charts': 'reading a chart',
    'tab.teach': 'For a class',
    'class.title': 'A class: one population, many samples',
    'class.about':
      'Each student draws another sample. Together, the samples of a class show how much a gap varies by chance.',
    'class.lead':
      'A bank decided on the applications of very many people in two groups. No one can look at all of them, so each student draws a sample and estimates the gap: the approval rate of B minus the approval rate of A. Then the class joins its results. Nothing is sent to a server; the codes contain everything.',
    'class.settings': 'Draw a sample',
    'class.number': 'Class number',
    'class.number.hint': 'The same for everyone: it determines the population.',
    'class.size': 'People per group',
    'class.size.hint': 'The same for everyone.',
    'class.student': 'Your number',
    'class.student.hint': 'Different for each student, such as your place in the list.',
    'class.sample': 'Your sample',
    'class.drawn':
      'Of {size} people in each group, {a} of A and {b} of B were approved. The gap is {gap}, with a 95% confidence interval from {range}.',
    'class.yours': 'Your gap',
    'class.chart': 'Chart: the gap of your sample with its confidence interval',
    'class.maybe':
      'Your interval contains 0: from your sample alone, you cannot tell whether the bank treats the groups differently.',
    'class.differs': 'Your interval does not contain 0: your sample is evidence that the approval rates differ.',
    'class.code': 'Your code:',
    'class.copy': 'Copy the code',
    'class.copied': 'Copied',
    'class.join': 'Join the results of the class',
    'class.paste': 'Paste the codes of all students, separated by spaces or lines',
    'class.unreadable': 'this is not a code',
    'class.other': 'this code is from another class, or has another number of people',
    'class.wrong': 'this code has a typing error',
    'class.twice': 'another code has the same student number',
    'class.simulate': 'Add {count} simulated students',
    'class.joined': 'The samples of {count} students',
    'class.spread':
      'The mean of all gaps is {mean}, and their standard deviation is {deviation}: a single sample can easily be off by twice as much.',
    'class.truth': 'The true gap is {truth}. Of {count} intervals, {inside} contain it ({share}); on average, 95% do.',
    'class.reveal': 'Show the true gap',
    'class.chart.gaps': 'Chart: the gaps of all samples, stacked',
    'class.chart.intervals': 'Chart: the gap of each sample with its confidence interval',
    'class.gap': 'Gap, B minus A',
    'class.samples': 'samples',
    'class.intervals': 'Each sample with its 95% confidence interval, by student number',
    'class.key': 'Line: the true gap. Rings: samples whose interval misses it.',
    'class.lesson':
      'All of you examined the same bank. A student with a large gap did not make an error, and a student without a gap did not either: samples differ. An auditor has only one sample, and the interval is the honest way to report it.',
    'class.table': 'Samples of the class',
    'class.approved': 'Approved, {group}',
    'class.interval': '95% confidence interval',
    'teacher.title': 'For teachers',
    'teacher.about': 'A plan for three sessions, levels, and the solutions of all exercises.',
    'teacher.lead':
      'Twelve lessons for secondary schools, universities, and training courses. They need no programming, no accounts, and no connection after the page has loaded.',
    'teacher.how': 'How to teach with the lessons',
    'teacher.rule.1':
      'Ask everyone to write down a guess before you show the answer. The wrong guesses are common misunderstandings.',
    'teacher.rule.2':
      'Let students move the controls themselves: share the address of a lesson, or use large type and a projector. The address contains the positions of the controls.',
    'teacher.rule.3':
      'The text below “Reading the figures” describes the settings of each student, so it differs between students. Compare.',
    'teacher.rule.4':
      'Print the sheet of a lesson for the exercises. It contains the solutions only if the answer is shown.',
    'teacher.plan': 'Plan for three sessions',
    'teacher.column.lesson': 'Lesson',
    'teacher.column.session': 'Session',
    'teacher.column.level': 'Level',
    'teacher.column.minutes': 'Minutes',
    'teacher.column.needs': 'Requires',
    'teacher.column.after': 'After',
    'teacher.class':
      'Give everyone the address of the class below and a student number. Each student sends you a code, by chat or on paper; you paste all codes into the page. With 20 students and more, the sampling distribution becomes visible.',
    'teacher.class.open': 'Open a class with a new population',
    'teacher.solutions': 'Answers and solutions',
    'teacher.question': 'Question',
    'teacher.answer': 'Answer',
    'translate.title': 'Translate the lessons',
    'translate.about': 'With a spreadsheet, without programming.',
    'translate.lead':
      'All strings of the lessons are in one table. Translate it with any spreadsheet program, try it here, and send the table to the project.',
    'translate.save': '1. Save the table',
    'translate.save.how':
      'The table has three columns: a key, the English string, and your translation. Save the German table to see an example.',
    'translate.table': 'Save the empty table',
    'translate.german': 'Save the German table',
    'translate.fill': '2. Fill in the third column',
    'translate.rule.1':
      'In the first two rows, enter the code of your language, such as “fr”, and its own name, such as “Français”.',
    'translate.rule.2':
      'Words in braces, such as {size}, are replaced by numbers. Copy each of them once, in any order.',
    'translate.rule.3': 'Do not translate the names of methods and of cited papers.',
    'translate.rule.4': 'You can leave rows empty and continue later: missing strings appear in English.',
    'translate.try': '3. Try it',
    'translate.open': 'Open your table',
    'translate.done': '{title} ({tag}): {done} of {all} strings are translated.',
    'translate.missing': 'no translation',
    'translate.placeholders': 'the words in braces differ from English',
    'translate.unknown': 'this key does not exist',
    'translate.tag': 'enter the code of the language, two or three letters',
    'translate.more': '… and {count} more',
    'translate.show': 'Show the lessons in {title}',
    'translate.source': 'Save as source file',
  },
  lessons: {
    'base-rates': {
      title: 'Why do definitions of fairness conflict?',
      about:
        'Two groups apply for a loan. Move each group’s threshold, and watch which rates become equal and which then cannot be.',
      lead: 'A bank scores each person’s chance of repaying a loan, and the scores are calibrated: of the people with a score of 70, 70 in 100 repay, in both groups. But more people in group A have high scores. The bank lends to everyone at or above a threshold.',
      question:
        'Can all four of these rates be equal in both groups? (1) the approval rate; (2) the approval rate among people who would repay; (3) the approval rate among people who would not; (4) the repayment rate of approved loans.',
      'guess.1': 'Yes, one threshold for both groups',
      'guess.2': 'Yes, with a threshold for each group',
      'guess.3': 'No',
      task: 'Make one of the rates equal, with a button or a slider, and look at the others.',
      answer:
        'With thresholds of {a} for A and {b} for B, {count} of the {all} rates can be called equal: {equal}. Others differ, most of all this one: {worst}, by {most}. No pair of thresholds makes all four equal as long as the groups differ.',
      'answer.none':
        'With thresholds of {a} for A and {b} for B, none of the {all} rates is equal. They differ most in this one: {worst}, by {most}. No pair of thresholds makes all four equal as long as the groups differ.',
      'answer.same':
        'With thresholds of {a} for A and {b} for B, all {all} rates can be called equal: the groups’ scores differ by only {apart}, so there is no conflict.',
      'answer.thresholds':
        'The groups have equal scores. Only the thresholds, {a} for A and {b} for B, make rates differ, most of all this one: {worst}, by {most}. The same threshold would make all {all} equal.',
      remember:
        'If the outcome is more frequent in one group, and no one can predict it with certainty, no rule makes all these rates equal. That is arithmetic, not a flaw of the model: people have to decide which rate matters.',
      source: 'Kleinberg, Mullainathan, and Raghavan 2016; Chouldechova 2017.',
      'exercise.1': 'A single threshold treats equal scores equally. Which rates are then equal, and which are not?',
      'exercise.2': 'Make the approval rates equal. What happens to the repayment rates? Who bears the cost?',
      'exercise.3':
        'Use one threshold, and reduce the difference between the groups to 0 points. Which rates are equal now, and why?',
      'solution.1':
        'None. At 50% for both, A has the higher rate in all four: 68.8% against 27.5% are approved, and 71.0% against 60.9% of the loans are repaid.',
      'solution.2':
        'The thresholds are then 63% for A and 40% for B, and 77.5% of the loans to A are repaid, but only 54.1% of the loans to B. The bank loses more money on loans to B, people of A between 40 and 63 get no loan although people of B with the same score do, and people of B who cannot repay carry the debt.',
      'solution.3':
        'All four. Both groups then have the same scores, so that the same threshold has the same effect on them.',
      'control.a': 'Threshold of A',
      'control.b': 'Threshold of B',
      'control.apart': 'Difference between the groups’ scores',
      'preset.one': 'One threshold',
      'preset.loans': 'Equal approval rates',
      'preset.chances': 'Equal approval rates among people who would repay',
      'now.one': '{count} of {all} rates are equal. The same score leads to the same decision in both groups.',
      'now.two': '{count} of {all} rates are equal, with thresholds of {a} for A and {b} for B.',
      'now.same': '{count} of {all} rates are equal. The groups do not differ, so there is no conflict.',
      'now.close': '{count} of {all} rates are equal. The groups differ by {apart}, too little to show a conflict.',
      'word.group': 'Group {group}',
      'word.histogram': 'Chart: scores of group {group}, loans at scores of {threshold} or more',
      'word.key': 'Dark bars: would repay. Light bars: would not. Pale: below the threshold.',
      'word.caption': 'Rates of both groups. Equal: a difference of at most {tolerance}.',
      'word.share': 'Rate',
      'word.difference': 'Difference',
      'word.alike': 'equal',
      'word.selectionRate': 'Approval rate (demographic parity)',
      'word.truePositiveRate': 'Approval rate, would repay (equal opportunity)',
      'word.falsePositiveRate': 'Approval rate, would not repay (with the rate above: equalized odds)',
      'word.positivePredictiveValue': 'Repayment rate of loans (predictive parity)',
      'word.scores': 'The scores of both groups',
      'word.score': 'Score, 0 to 100',
      'word.people': '{group}, people',
      'word.positive': '{group}, would repay',
      'word.band': '{from} to {to}',
    },
    thresholds: {
      title: 'What does a threshold cost?',
      about:
        'A test for a disease. Lower its threshold until it detects nine in ten patients who have it, and count the false alarms.',
      lead: 'A test gives every patient a score for a disease and raises an alarm at or above a threshold. The scores are calibrated: of the patients with a score of 50, half are ill. With a threshold of 50%, the alarm misses almost half of the ill patients.',
      question:
        'The clinic lowers the threshold until the alarm detects nine in ten ill patients. How many of its alarms are then false?',
      'guess.1': 'Fewer than before, because it detects more ill patients',
      'guess.2': 'As many as before, about a third',
      'guess.3': 'More than half',
      task: 'Lower the threshold until at least 90% of the ill patients are detected.',
      answer:
        'At a threshold of {threshold}, {found} of the ill patients are detected. The alarm then also goes off for {alarmed} of the healthy patients, and {false} of all alarms are false.',
      remember:
        'A threshold does not make a test better or worse; it determines who bears the errors. Detecting more patients always means more false alarms, and their number depends on how common the disease is. Statistics cannot decide whether that is worth it.',
      source: 'Swets, Dawes, and Monahan 2000: Better decisions through diagnostic science.',
      'exercise.1': 'At which threshold is at most one alarm in five false? Whom does the test then miss?',
      'exercise.2':
        'Suppose a missed diagnosis costs ten times as much as a false alarm. Where would you set the threshold?',
      'exercise.3':
        'Name a decision in your own life that uses such a threshold. Who set it, and who pays for the errors?',
      'solution.1': 'At 69%. It then detects only 23.0% of the ill patients and misses more than three quarters.',
      'solution.2':
        'At about 9%: an alarm is worth its cost if the chance of illness is at least 1 in 11, because ten times 1/11 equals one times 10/11. Then 98.3% of the ill patients are detected, and 79.2% of the healthy ones are alarmed.',
      'solution.3':
        'Examples: the pass mark of an examination, a speed camera, a spam filter, a credit score. Whoever sets the threshold decides between two errors, and often others pay for them.',
      'control.threshold': 'Alarm threshold',
      'now.few': '{found} of the ill patients are detected. {false} of the alarms are false.',
      'now.many': '{found} of the ill patients are detected, and {false} of the alarms are false.',
      'word.histogram': 'Chart: scores of all patients, alarm at scores of {threshold} or more',
      'word.key': 'Dark bars: ill. Light bars: healthy. Pale: below the threshold.',
      'word.chart': 'Chart: detected ill patients, alarmed healthy patients, and false alarms',
      'word.truePositiveRate': 'Ill patients detected',
      'word.falsePositiveRate': 'Healthy patients alarmed',
      'word.falseDiscoveryRate': 'False alarms among alarms',
      'word.caption': 'Effect of the threshold',
      'word.share': 'Share',
      'word.value': 'Value',
      'word.scores': 'The scores of the patients',
      'word.score': 'Score, 0 to 100',
      'word.people': 'Patients',
      'word.positive': 'Ill',
      'word.band': '{from} to {to}',
    },
    calibration: {
      title: 'When is a score correct?',
      about:
        'Make all scores of one group too high. Metrics of ranking do not change, but people who rely on the number are misled.',
      lead: 'A score states how likely an event is. In both groups, the event happens in 15 to 85 of 100 cases, and the scores of A match. Now all scores of B are shifted by a few points.',
      question:
        'All scores of B are ten points too high. Do they still rank people as well: does the area under the ROC curve (AUC) of B change?',
      'guess.1': 'It falls, because the scores are wrong',
      'guess.2': 'It stays the same',
      'guess.3': 'It rises, because the scores are higher',
      task: 'Shift the scores of B up or down by eight points or more.',
      answer:
        'The AUC is {areaB} for B and {areaA} for A: the order did not change, and AUC depends only on the order. But the scores of B now differ from the observed frequencies by {errorB}, and with a threshold of 50%, {selectedB} of B are selected instead of {selectedA}.',
      remember:
        'A good ranking and accurate numbers are different things. AUC considers only the order; calibration asks whether a score of 70 means 70 in 100. If a threshold or a person relies on the number, check calibration separately for each group.',
      source: 'Naeini, Cooper, and Hauskrecht 2015; Pleiss, Raghavan, Wu, Kleinberg, and Weinberger 2017.',
      'exercise.1': 'Shift the scores of B down. Who is harmed now if people with high scores get a loan?',
      'exercise.2':
        'Both groups have the same true chances. With a shift of five points and a threshold of 50%, by how much do the selection rates differ?',
      'exercise.3': 'Sketch the curve of overconfident scores: high scores are too high, and low scores are too low.',
      'solution.1':
        'People of B who would repay: with scores ten points too low, 40.0% of B get a loan instead of 53.3%.',
      'solution.2': 'By 6.7 percentage points: 60.0% or 46.7% of B are selected, and 53.3% of A.',
      'solution.3':
        'The curve is flatter than the diagonal: it is above the diagonal at low scores, because the event happens more often than they state, and below it at high scores.',
      'control.shift': 'Scores of B, shifted by',
      'now.right': 'The scores of both groups match the observed frequencies.',
      'now.high': 'Scores of B are {errorB} too high on average.',
      'now.low': 'Scores of B are {errorB} too low on average.',
      'word.chart': 'Chart: observed frequency by score, for A and B',
      'word.x': 'score, 0 to 100',
      'word.y': 'observed frequency, of 100',
      'word.diagonal': 'Diagonal: calibrated scores.',
      'word.caption': 'Ranking and calibration',
      'word.group': 'Group',
      'word.area': 'AUC',
      'word.error': 'Calibration error',
      'word.selected': 'Selected at 50% or more',
      'word.curve': 'Calibration curves',
      'word.score': 'Group and mean score',
      'word.happened': 'Observed frequency',
    },
    'small-groups': {
      title: 'Why do small groups tell us so little?',
      about:
        'Keep the rate and increase the size of the group: the confidence interval shrinks. Then draw groups at random.',
      lead: 'In a large group of 2,000 people, half were hired. In a small group of ten people, seven were hired.',
      question: 'Seven of ten were hired. Which true rates are consistent with that, with 95% confidence?',
      'guess.1': 'About 65 to 75%',
      'guess.2': 'About 55 to 85%',
      'guess.3': 'About 40 to 90%',
      task: 'Keep the rate at 70%, and increase the group until its interval no longer includes the line at 50%.',
      answer:
        'For seven of ten, the interval is so wide that it easily includes 50%. With {size} people, of whom {hired} were hired, the interval is above 50%: {range}.',
      'answer.below':
        'For seven of ten, the interval is so wide that it easily includes 50%. With {size} people, of whom {hired} were hired, the interval is below 50%: {range}.',
      'answer.open':
        'With {size} people, of whom {hired} were hired, the interval from {range} includes 50%: the figures are consistent with a true rate of one half. A larger group has a narrower interval.',
      remember:
        'The rate of a small group is little more than an anecdote: it proves neither that the group is treated worse nor that it is not. Four times as many people make the interval half as wide. And about one in twenty 95% intervals misses the true rate, so anyone who looks at many groups will find a striking one.',
      source: 'Wilson 1927; Brown, Cai, and DasGupta 2001.',
      'exercise.1': 'How many people does it take to distinguish 60% from 50%?',
      'exercise.2':
        'Draw groups of ten several times. Write down the most striking group each time. How would a newspaper report it?',
      'exercise.3': 'In your draws, how often did an interval miss the true rate? How often should that happen?',
      'solution.1':
        'About 100 people: with 60 of 100 hired, the interval is 50.2 to 69.1%; with 30 of 50, it still includes 50%.',
      'solution.2':
        'In most draws, some group has a rate of 20 or 30%, and another 70 or 80%, although all are treated equally. A newspaper would report that one group is hired three times as often as another.',
      'solution.3':
        'About one interval in twenty, so on average one per draw of twenty groups. In groups of ten it is fewer, because ten people can have only eleven rates.',
      'control.size': 'People in the small group',
      'control.share': 'Percentage hired',
      'control.draw': 'Draw twenty groups',
      'now.open':
        '{hired} of {size}: the interval from {range} includes 50%, so equal treatment of the groups cannot be ruled out.',
      'now.apart': '{hired} of {size}: the interval from {range} excludes 50%. Compared with the large group: {p}.',
      'word.chart': 'Chart: percentage hired in the large and small group, with confidence intervals',
      'word.large': 'Large group',
      'word.small': 'Small group',
      'word.twenty': 'Twenty groups of {size}, each person hired with a probability of one half',
      'word.chart20': 'Chart: percentage hired in twenty groups that are treated equally, with confidence intervals',
      'word.caption': 'Small and large group',
      'word.caption20': 'Twenty groups drawn at random',
      'word.group': 'Group',
      'word.value': 'Share',
      'word.interval': '95% confidence interval',
    },
    'intervals-and-tests': {
      title: 'Two intervals overlap. Is the difference due to chance?',
      about:
        'Two rates with their confidence intervals. Move them apart, and see when the difference is statistically significant although the intervals overlap.',
      lead: 'In two groups of 200 people each, some were hired. Each rate has a 95% confidence interval. Many people believe: if intervals overlap, there is no evidence of a difference.',
      question: 'The intervals of two rates overlap. Can the difference still be statistically significant?',
      'guess.1': 'Yes',
      'guess.2': 'No, that is what an overlap means',
      'guess.3': 'Only if the groups have different sizes',
      task: 'Raise the rate of B until the test is significant (p below 0.05) while the intervals still overlap.',
      answer:
        'A: {a}, B: {b}. The intervals overlap, but the difference is {difference} with a confidence interval of {range}, which excludes 0 ({p}).',
      'answer.apart':
        'A: {a}, B: {b}. The intervals do not overlap, and the difference is {difference} with a confidence interval of {range}, which excludes 0 ({p}).',
      'answer.open':
        'A: {a}, B: {b}. The intervals overlap, and the difference is {difference} with a confidence interval of {range}, which includes 0 ({p}). With more people or a larger difference, it excludes 0 while the intervals still overlap.',
      remember:
        'Do not compare two intervals with each other; use the confidence interval of the difference. Two rates are rarely off in opposite directions at the same time, so the difference is less uncertain than the sum of both uncertainties. If the intervals do not overlap, the rates differ significantly; if they do overlap, you cannot conclude the opposite.',
      source: 'Schenker and Gentleman 2001; Newcombe 1998.',
      'exercise.1': 'With 2,000 people in each group: from which rate of B is p below 0.05?',
      'exercise.2': 'Find rates whose intervals just touch. What is p?',
      'exercise.3':
        'A report shows two overlapping intervals and concludes “no difference”. Write one sentence that corrects this.',
      'solution.1': 'From 54% on, if A has 50%: p is 0.058 at 53% and 0.011 at 54%.',
      'solution.2':
        'With 200 people, 50% and 64% just touch: the intervals are 43.1 to 56.9% and 57.1 to 70.3%, and p is about 0.005, far below 0.05.',
      'solution.3':
        'For example: “The intervals overlap, but only the interval of the difference shows whether the rates differ; here it excludes 0.”',
      'control.a': 'Percentage hired in A',
      'control.b': 'Percentage hired in B',
      'control.size': 'People in each group',
      'now.overlap.chance':
        'The intervals overlap, and chance cannot be excluded: the difference is {difference}, {p}.',
      'now.overlap.sure':
        'The intervals overlap. Still, such data would be rare if there were no difference: {difference}, {p}.',
      'now.apart.sure':
        'The intervals do not overlap, and such data would be rare if there were no difference: {difference}, {p}.',
      'now.apart.chance': 'The intervals do not overlap, but the test is not significant: {difference}, {p}.',
      'word.chart': 'Chart: percentage hired in A and B, with confidence intervals',
      'word.difference': 'Difference between the rates',
      'word.chart2': 'Chart: the difference between B and A, with its confidence interval',
      'word.caption': 'Both rates and their difference',
      'word.group': 'Group',
      'word.value': 'Value',
      'word.interval': '95% confidence interval',
    },
    'four-fifths': {
      title: 'What does the four-fifths rule say?',
      about:
        'Hire one more person, and the verdict changes. Use ten times as many people, and see what the rule ignores.',
      lead: 'In the United States, a rule of thumb asks: is a group’s selection rate below four fifths of the highest rate? A company hired 48 of 80 men and 9 of 20 women.',
      question:
        'The women’s rate is below four fifths of the men’s. How many more women would the company have to hire to satisfy the rule?',
      'guess.1': 'One',
      'guess.2': 'Four',
      'guess.3': 'Ten',
      task: 'Hire more women until the ratio is no longer below 0.8.',
      answer:
        'With {women} of {allWomen} women hired, the ratio is {ratio}: one person changed the verdict. The 95% confidence interval ({range}) is consistent with both verdicts.',
      'answer.more':
        'With {women} of {allWomen} women hired, the ratio is {ratio}, with a 95% confidence interval of {range}. Ten women would have been enough: one more than in the question changes the verdict.',
      'answer.below.women':
        'With {women} of {allWomen} women and {men} of {allMen} men hired, the men’s rate is the highest. The women’s ratio to it is {ratio} (95% confidence interval {range}), below four fifths; Fisher’s test: {p}.',
      'answer.below.men':
        'With {women} of {allWomen} women and {men} of {allMen} men hired, the women’s rate is the highest. The men’s ratio to it is {ratio} (95% confidence interval {range}), below four fifths; Fisher’s test: {p}.',
      'answer.above.women':
        'With {women} of {allWomen} women and {men} of {allMen} men hired, the men’s rate is the highest. The women’s ratio to it is {ratio} (95% confidence interval {range}), not below four fifths; Fisher’s test: {p}.',
      'answer.above.men':
        'With {women} of {allWomen} women and {men} of {allMen} men hired, the women’s rate is the highest. The men’s ratio to it is {ratio} (95% confidence interval {range}), not below four fifths; Fisher’s test: {p}.',
      'answer.equal':
        'With {women} of {allWomen} women and {men} of {allMen} men hired, both rates are equal, and the ratio is {ratio}.',
      remember:
        'The rule is a first check, not a proof. With few people, a single decision can change the verdict; with many, a ratio above 0.8 can hide a highly significant difference. Read the ratio with its confidence interval and a test, and report the sample sizes.',
      source: 'Uniform Guidelines on Employee Selection Procedures, 29 CFR 1607.4(D), 1978.',
      'exercise.1': 'Use ten times as many people with the same rates. What happens to the ratio and to p?',
      'exercise.2':
        'Use ten times as many people and a ratio between 0.8 and 0.9: when is p below 0.05? What does the rule say?',
      'exercise.3': 'How many fewer men would the company have to hire to satisfy the rule? Who would benefit?',
      'solution.1':
        'The ratio stays 0.75, but p falls from far above 0.05 to below 0.001: the same rates are stronger evidence if they come from more people.',
      'solution.2':
        'With 100 of 200 women, the ratio is 0.83 and p is 0.013. The rule finds nothing, although the difference is significant.',
      'solution.3': 'Three: with 45 of 80 men, the ratio is 0.80. No woman is hired in addition, so no one benefits.',
      'control.women': 'Women hired, of 20',
      'control.men': 'Men hired, of 80',
      'control.times': 'Number of people: × 1 or × 10',
      'now.none': 'No one was hired, so the ratio is undefined.',
      'now.below.women':
        'The women’s ratio to the highest rate, the men’s, is {ratio}: below four fifths. Women to hire in addition: {missing}. Fisher’s test: {p}.',
      'now.below.men':
        'The men’s ratio to the highest rate, the women’s, is {ratio}: below four fifths. Men to hire in addition: {missing}. Fisher’s test: {p}.',
      'now.above.women':
        'The women’s ratio to the highest rate, the men’s, is {ratio}: not below four fifths. Fisher’s test: {p}.',
      'now.above.men':
        'The men’s ratio to the highest rate, the women’s, is {ratio}: not below four fifths. Fisher’s test: {p}.',
      'now.equal': 'Both rates are equal: the ratio is {ratio}.',
      'word.chart': 'Chart: percentage of men and women hired; the line marks four fifths of the highest rate',
      'word.men': 'Men',
      'word.women': 'Women',
      'word.line': 'Line: four fifths of the highest rate.',
      'word.test': 'Fisher’s exact test',
      'word.interval': '95% confidence interval of the ratio',
      'word.missing': 'Shortfall to four fifths',
      'word.caption': 'Hired applicants',
      'word.caption2': 'Results of the rule and the test',
      'word.group': 'Group',
      'word.applied': 'Applied',
      'word.hired': 'Hired',
      'word.rate': 'Rate',
      'word.what': 'Metric',
      'word.value': 'Value',
      'word.ratio.women': 'Ratio, women to men',
      'word.ratio.men': 'Ratio, men to women',
    },
    simpson: {
      title: 'How can one table support two opposite conclusions?',
      about:
        'Admissions at Berkeley in 1973, Simpson’s paradox. Let women apply to the same departments as men, and the difference reverses.',
      lead: 'In 1973, the University of California at Berkeley admitted 44.5% of the men who applied to its six largest departments, and 30.4% of the women.',
      question: 'In how many of the six departments were women admitted more often than men?',
      'guess.1': 'In none',
      'guess.2': 'In one or two',
      'guess.3': 'In four',
      task: 'Nothing changes within a department. Change only where women apply, until they apply to the same departments as men.',
      answer:
        'Women were admitted more often in {ahead} of {departments} departments. If {moved} of the women had applied where men applied, {women} of all women would have been admitted, compared with {men} of the men: the difference reverses, although no department changed its decisions.',
      'answer.less':
        'Women were admitted more often in {ahead} of {departments} departments. If {moved} of the women had applied where men applied, {women} of all women would have been admitted, compared with {men} of the men: no more often than men, because more of the other women applied to departments that admit few people.',
      remember:
        'A difference over all rows can reverse within every part. Both results are correct; they answer different questions. The rates by department show how the departments decided. The overall rates show what happened to the applicants, for whatever reason. Why women applied to departments that admit few people is a separate question.',
      source: 'Bickel, Hammel, and O’Connell 1975.',
      'exercise.1':
        'To which departments did most women apply, and most men? What are the admission rates there? Use the table.',
      'exercise.2': 'At which position of the slider are both rates equal?',
      'exercise.3': 'Think of an overall figure in the news. How would you break it down before you believe it?',
      'solution.1':
        'Most women applied to C, E, and D, which admit about a third or less, and 341 to F, which admits 6 to 7%. Most men applied to A and B, which admit more than 60%.',
      'solution.2': 'Between 65 and 70%: 44.2% of the women are admitted at 65%, 45.2% at 70%, and 44.5% of the men.',
      'solution.3':
        'By the factor that sends people to different parts: departments, occupations, age groups, regions, or severity of an illness.',
      'control.moved': 'Women who apply where men applied',
      'now.less': 'Overall, women are admitted less often than men, by {apart}.',
      'now.more': 'Overall, women are now admitted more often than men, by {apart}.',
      'word.chart': 'Chart: percentage of men and women admitted, overall and by department',
      'word.all': 'Overall',
      'word.department': 'Department {name}',
      'word.men': 'men',
      'word.women': 'women',
      'word.size': 'Departments: a larger mark means more applicants.',
      'word.caption': 'Admissions',
      'word.part': 'Department',
      'word.menApplied': 'Men applied',
      'word.menAdmitted': 'Men admitted',
      'word.womenApplied': 'Women applied',
      'word.womenAdmitted': 'Women admitted',
    },
    proxies: {
      title: 'Is it enough to remove a column?',
      about:
        'A decision depends only on the district. Let the groups move apart, and see how the removed column still has an effect.',
      lead: 'A bank does not want to know which group people belong to, so it deleted the column. It lends by district: to 80 of 100 applicants in the north and to 30 of 100 in the south, regardless of the person. At first, groups A and B are spread evenly over both districts.',
      question: 'The decision never uses the group. Can the groups’ rates still differ?',
      'guess.1': 'No, unused data cannot have an effect',
      'guess.2': 'Yes, if the groups live in different districts',
      'guess.3': 'Only if the bank makes mistakes',
      task: 'Separate the groups more and more, until their rates differ by 30 points.',
      answer:
        'With {lives} of each group in its own district, {a} of A and {b} of B get loans: a difference of {apart}, although both groups are treated equally within each district. The district alone reveals the group of {guessed} of the people.',
      remember:
        'Removing a column does not remove its information if other columns are proxies for it. You need the column to find out: keep it for the audit, use it to compare the groups’ rates, and check how well each other column predicts the group.',
      source: 'Dwork, Hardt, Pitassi, Reingold, and Zemel 2012; Barocas and Selbst 2016.',
      'exercise.1': 'How strongly separated are the groups when the rates differ by ten points?',
      'exercise.2':
        'Within each district, both groups are treated equally. Is the bank to blame for the difference? Give a reason for each answer.',
      'exercise.3': 'Which columns of a job application are proxies for age? How would you measure that?',
      'solution.1': 'At 60%: 60.0% of A and 50.0% of B get loans.',
      'solution.2':
        'Yes: it chose a criterion that treats the groups differently, and it could have known. No: it treats equal applicants equally and did not cause the separation. Law and ethics distinguish both: intent, and effect.',
      'solution.3':
        'The year of graduation, years of experience, first name, and e-mail provider. Measure how well each column predicts age, for example with fairwasm proxies.',
      'control.apart': 'People who live in their group’s district',
      'now.alike': 'The rates are equal: {a} of A and {b} of B. The district carries no information about the group.',
      'now.apart': 'The rates differ by {apart}: {a} of A and {b} of B.',
      'word.chart': 'Chart: approval rates of both groups',
      'word.group': 'Group {group}',
      'word.inside': 'Within a district',
      'word.chart2': 'Chart: approval rates of both groups within each district',
      'word.north': 'North',
      'word.south': 'South',
      'word.guessed': 'Group guessed correctly from the district',
      'word.caption': 'Loans',
      'word.caption2': 'District as a proxy for the group',
      'word.who': 'District',
      'word.everywhere': 'Everywhere',
      'word.value': 'Value',
    },
    'similar-people': {
      title: 'Do equal rates treat similar people similarly?',
      about: 'Two groups with equal rates. Make more and more decisions random: the rates stay the same.',
      lead: 'Eighty people apply for a loan. In each group, the bank lends to the half that has the most income left after debts. Then it starts to make some decisions by lottery.',
      question:
        'A lottery assigns the loans, as many in each group as before. Which figure shows that something is wrong?',
      'guess.1': 'The approval rate of each group',
      'guess.2': 'The difference between the groups',
      'guess.3': 'How similarly people with similar data are treated',
      task: 'Let the lottery make at least 80% of the decisions.',
      answer:
        'The rates are still {a} and {b}, so they are equal. But consistency, which compares each person with the five most similar people, is {consistency}.',
      remember:
        'Group metrics compare rates, and a lottery has perfect rates. Individual fairness asks another question: are similar people treated similarly? You have to define what “similar” means, and no formula can make that judgment for you.',
      source: 'Dwork et al. 2012; Zemel, Wu, Swersky, Pitassi, and Dwork 2013.',
      'exercise.1': 'What percentage of random decisions makes consistency fall below 75%? Draw several times.',
      'exercise.2':
        'Find two people on the chart who are close together but treated differently. What would you tell the person without a loan?',
      'exercise.3': 'Which columns should define “similar” here? Which should not, and who decides?',
      'solution.1':
        'About a third: consistency is below 75% from 35% of random decisions on in most draws. Single draws differ by several points.',
      'solution.2':
        'There is no reason to give: the two people differ in nothing that matters. Only the lottery distinguishes them.',
      'solution.3':
        'Here, income and debts. Not group membership or the postal code. Those who are affected should have a say; a formula cannot decide it.',
      'control.lot': 'Decisions by lottery',
      'control.draw': 'Draw again',
      'now.rule': 'All decisions follow the rule: {a} of A and {b} of B get a loan, and consistency is {consistency}.',
      'now.lot':
        'The lottery makes {lot} of the decisions: still, {a} of A and {b} of B get a loan, but consistency is {consistency}.',
      'word.chart': 'Chart: people by income and debts, and who gets a loan',
      'word.income': 'income',
      'word.debt': 'debts',
      'word.little': 'low',
      'word.much': 'high',
      'word.key': 'Filled circle: gets a loan. Ring: does not.',
      'word.consistency': 'Consistency, five neighbors',
      'word.caption': 'Metrics',
      'word.what': 'Metric',
      'word.value': 'Value',
      'word.interval': '95% confidence interval',
      'word.rateA': 'Approval rate of A',
      'word.rateB': 'Approval rate of B',
      'word.people': 'All people',
      'word.person': 'Person',
      'word.incomeShort': 'Income',
      'word.debtShort': 'Debts',
      'word.loan': 'Loan',
      'word.yes': 'yes',
      'word.no': 'no',
    },
    amplification: {
      title: 'What is bias amplification, and what is it not?',
      about:
        'A model tags pictures. Change how often it predicts “cooking”, and distinguish bias in the data, bias in the model, and amplification.',
      lead: 'A model looks at 100 pictures of women and 100 of men, and tags pictures in which it detects cooking. In fact, 60 of the women and 30 of the men are cooking.',
      question:
        'A model tags every picture correctly: 60 pictures of women and 30 of men. How much does it amplify the bias?',
      'guess.1': 'Not at all',
      'guess.2': 'By 15 points',
      'guess.3': 'By 30 points',
      task: 'Set the tags to the true values, or choose “Repeats the data”.',
      answer:
        'The tags differ between women and men by {tags}, and so do the true labels: {data}. The model is as biased as the data, and its amplification is {dba}: it adds nothing.',
      remember:
        'Amplification is the bias that a model adds to the bias in the data. A value of 0 means neither that the model is unbiased nor that it is accurate. Other metrics measure that, so read amplification together with them.',
      source: 'Zhao et al. 2017; Wang and Russakovsky 2021.',
      'exercise.1': '“Right percentages, wrong people”: how many tags are correct? What is the amplification?',
      'exercise.2':
        '“Tags everyone more often”: the two metrics disagree. Which one compares the tags of the groups, and which one considers who is in the tagged pictures?',
      'exercise.3':
        'Set the tags so that men are tagged more often than women. Which value is negative now, and what does that mean?',
      'solution.1':
        '30 of 100 tags are correct, and the amplification is 0 points: the metric looks at percentages only, not at people.',
      'solution.2':
        'DBA, 0.0 points, compares the tags of the groups. MALS, −5.1 points, considers who is in the tagged pictures: the proportion of women among them falls.',
      'solution.3':
        'With 30% of women and 60% of men, both are negative: −30.0 points for DBA. The tags reverse the difference of the data.',
      'control.women': 'Women tagged “cooking”',
      'control.men': 'Men tagged “cooking”',
      'control.trueWomen': 'Women who cook',
      'control.trueMen': 'Men who cook',
      'control.mistakes': 'Errors that do not change the percentages',
      'preset.repeats': 'Repeats the data',
      'preset.exaggerates': 'Exaggerates',
      'preset.evens': 'Reduces the difference',
      'preset.more': 'Tags everyone more often',
      'preset.wrong': 'Right percentages, wrong people',
      'now.disagree':
        'The metrics disagree: {dba} by group, {mals} by tag. They answer different questions: how much the groups differ, and who is in the tagged pictures.',
      'now.repeats':
        'The tags differ between women and men, but no more than the true labels do: bias without amplification.',
      'now.none': 'The tags have no bias, and the model added none.',
      'now.more': 'The tags exaggerate the true difference: the model amplified the bias.',
      'now.less': 'The tags reduce or reverse the true difference: the model weakened the bias.',
      'word.chart': 'Chart: percentage of pictures with cooking, true and tagged',
      'word.women': 'Women',
      'word.men': 'Men',
      'word.key': 'Ring: true. Dot: tagged.',
      'word.dba': 'Amplification, directional (DBA)',
      'word.mals': 'Amplification, Zhao et al. (MALS)',
      'word.caption': 'Pictures with cooking',
      'word.pictures': 'Pictures of',
      'word.truth': 'True',
      'word.tagged': 'Tagged',
      'word.caption2': 'Bias and amplification',
      'word.what': 'Metric',
      'word.value': 'Value',
      'word.inData': 'Bias in the data: difference between women and men',
      'word.inTags': 'Bias in the tags: difference between women and men',
      'word.accuracy': 'Accuracy: correct tags',
    },
    attackers: {
      title: 'What do a model’s answers reveal?',
      about:
        'An attacker sees only tags, and guesses who is in the pictures. If the model exaggerates, the attacker guesses better.',
      lead: 'A model tags 100 pictures of women and 100 of men with “cooking”. In fact, 60 of the women and 40 of the men are cooking. An attacker sees only the tags, without pictures or names, and guesses whether a picture shows a woman or a man. With correct tags, it would be right in 60 of 100 cases.',
      question:
        'The model exaggerates: it tags 80 of the women and 20 of the men. How often is the attacker right now?',
      'guess.1': 'In 50 of 100 cases: it cannot see gender',
      'guess.2': 'In 60 of 100 cases, as before',
      'guess.3': 'In 80 of 100 cases',
      task: 'Set the tags to 80% of women and 20% of men.',
      answer:
        'From the tags, the attacker is right in {tags} of the cases. From true labels with the same error rate, it would be right in {truth}: the tags leak {leakage} more.',
      remember:
        'A model’s answers can contain information that no one requested. Leakage measures it: how much better an attacker guesses from the predictions than from true labels with the same error rate. It shows what can be inferred, not who does so.',
      source: 'Wang, Zhao, Yatskar, Chang, and Ordonez 2019: Balanced datasets are not enough.',
      'exercise.1': 'With which tags does an attacker learn nothing? Is the model accurate then?',
      'exercise.2': 'Keep 60% and 40%, and add errors. Do the tags leak less? Less than what?',
      'exercise.3': 'Which answers of a system that you use could reveal something about you?',
      'solution.1':
        'With equal tags for both, such as 50% and 50%: the attacker is right in 50 of 100 cases. The model is not accurate then, because 60 women and 40 men cook.',
      'solution.2':
        'No: the attacker is still right in 60.0% of the cases. But the true labels with as many errors reveal less, 51.0% in the middle of the slider, so the leakage rises to +9.0 points.',
      'solution.3':
        'For example, recommendations can reveal age or gender, autocompletion a home town, and a credit limit an income.',
      'control.women': 'Women tagged “cooking”',
      'control.men': 'Men tagged “cooking”',
      'control.mistakes': 'Errors that do not change the percentages',
      'now.same':
        'The attacker is right in {tags} of cases, both from the tags and from the true labels: the model leaks nothing more.',
      'now.more':
        'The attacker is right in {tags} of cases from the tags, and in {truth} from true labels with the same error rate: the tags leak more.',
      'now.less':
        'The attacker is right in {tags} of cases from the tags, and in {truth} from true labels with the same error rate: the tags leak less.',
      'word.chart': 'Chart: percentage of pictures with cooking, true and tagged',
      'word.women': 'Women',
      'word.men': 'Men',
      'word.key': 'Ring: true. Dot: tagged.',
      'word.guessed': 'How often the attacker is right',
      'word.chart2': 'Chart: correct guesses from the true labels and from the tags; the line marks chance',
      'word.fromTruth': 'From the true labels',
      'word.fromTags': 'From the tags',
      'word.leakage': 'Leakage',
      'word.caption': 'Pictures with cooking',
      'word.pictures': 'Pictures of',
      'word.truth': 'True',
      'word.tagged': 'Tagged',
      'word.caption2': 'The attacker',
      'word.what': 'Metric',
      'word.value': 'Value',
    },
    certificates: {
      title: 'What does a certificate guarantee?',
      about:
        'One network is more accurate, the other more robust. Allow a small change to each picture, and see which network is still right.',
      lead: 'Two networks distinguish two kinds of pictures. The bold network is right more often, but by narrow margins; the careful network is right less often, but by wide margins. A certificate is a radius around a picture within which no change can reverse the answer.',
      question: 'Now every picture may change a little. Which network is then certain to be right more often?',
      'guess.1': 'The bold one, because it is right more often',
      'guess.2': 'The careful one, from some radius on',
      'guess.3': 'Both lose equally',
      task: 'Raise the radius until the careful network is ahead by 20 points.',
      answer:
        'Without changes, the bold network is right in {boldAtFirst} of cases and the careful one in {carefulAtFirst}. At a radius of {radius}, {bold} of the bold network’s answers and {careful} of the careful network’s answers are certain to stay right.',
      remember:
        'Accuracy and robustness are different things. Certified accuracy is a lower bound: at least this percentage of answers stays right for every change within the radius. An answer without a certificate may still be robust; it is just not proven. And the bound can be lower for one group than for another.',
      source: 'Tsuzuku, Sato, and Sugiyama 2018; Serrurier et al. 2021.',
      'exercise.1': 'At which radius are both networks equally good? Which one would you use, and for what?',
      'exercise.2': 'What is the certified accuracy of the bold network at a radius of 0.5?',
      'exercise.3': 'Pictures taken at night have narrower margins. What does that mean for people who work at night?',
      'solution.1':
        'Between 0.2 and 0.25: 84.3% and 84.0% at 0.2. Use the bold one if pictures do not change, and the careful one if they are noisy or if someone may manipulate them.',
      'solution.2': '10.3%.',
      'solution.3':
        'For them, fewer answers are certain to stay right: the same radius protects them less, although the accuracy may be the same. Report certified accuracy by group.',
      'control.radius': 'Allowed change to each picture',
      'now.bold': 'Certified accuracy: {bold} for the bold network, {careful} for the careful one.',
      'now.careful': 'Certified accuracy: {careful} for the careful network, only {bold} for the bold one.',
      'word.chart': 'Chart: certified accuracy by radius, for both networks',
      'word.radius': 'radius',
      'word.certified': 'certified accuracy',
      'word.bold': 'bold network',
      'word.careful': 'careful network',
      'word.caption': 'Certified accuracy at a radius of {radius}',
      'word.caption2': 'Certified accuracy by radius',
      'word.network': 'Network',
      'word.value': 'Value',
      'word.interval': '95% confidence interval',
    },
  },
} as const satisfies Catalog;

export default english as Catalog;
