// SPDX-License-Identifier: Apache-2.0
//
// The lessons in English. What stands in braces is filled in with figures that fairwasm computes.

import type { Catalog } from './catalog.js';

const english = {
  common: {
    question: 'First, a guess',
    skip: 'Skip the guess',
    move: 'Now move it',
    presets: 'Ready-made settings',
    table: 'The figures as a table',
    show: 'Show me',
    answer: 'What the figures say',
    'guessed.right': 'Your guess was right.',
    'guessed.wrong': 'Your guess was another one. Right is: {right}.',
    remember: 'To remember',
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
      'Twelve short lessons. Each asks one question and lets you guess; then something can be moved, and the figures answer. They are computed here by the same code that audits a file.',
    'tab.all': 'All lessons',
    'tab.place': '{place} of {all}',
    'tab.large': 'Large type',
    'tab.nav': 'Lessons',
    'tab.previous': 'Previous: {title}',
    'tab.next': 'Next: {title}',
    'tab.language': 'Language',
    'tab.loading': 'Loading',
    'tab.beyond': 'For those who compare libraries',
  },
  lessons: {
    'base-rates': {
      title: 'Why do definitions of fairness conflict?',
      about:
        'Two groups apply for a loan. Move each group’s threshold, and watch which shares come out alike and which then cannot.',
      lead: 'A bank scores everybody’s chance of repaying a loan, and the scores are right: of the people with 70 in 100, 70 in 100 repay, in either group. But more people of group A have high scores. The bank lends from a threshold on.',
      question:
        'Four shares could be alike in both groups: of all, who gets a loan; of those who would repay, who gets one; of those who would not, who gets one all the same; of the loans, which are repaid. Are there thresholds that make all four alike?',
      'guess.1': 'Yes, one threshold for both groups',
      'guess.2': 'Yes, with a threshold for each group',
      'guess.3': 'No',
      task: 'Make one of the shares alike, with a button or by hand, and look at the others.',
      answer:
        'Here those who would repay have equal chances in both groups, and {count} of {all} shares is alike. The others have come apart: the loans given in one group are repaid more often than in the other, by {repaid}. No pair of thresholds helps as long as the groups differ.',
      remember:
        'Where groups differ in how often the outcome occurs, and nobody can tell the future for sure, no rule makes all these shares alike. That is arithmetic, not a fault of the model: which share matters is a decision for people.',
      source: 'Kleinberg, Mullainathan and Raghavan 2016; Chouldechova 2017.',
      'exercise.1':
        'One threshold treats equal scores equally. Which shares are alike with it, and which are not?',
      'exercise.2':
        'Make the shares of loans alike. What happens to the loans that are repaid? Who bears that?',
      'exercise.3':
        'Move the groups together, to 0 points apart, with one threshold. What holds now, and why?',
      'control.a': 'Threshold of A',
      'control.b': 'Threshold of B',
      'control.apart': 'How far the groups’ scores lie apart',
      'preset.one': 'One threshold',
      'preset.loans': 'Equal share of loans',
      'preset.chances': 'Equal share among those who would repay',
      'now.one':
        '{count} of {all} shares are alike. The same score leads to the same decision, whatever the group.',
      'now.two': '{count} of {all} shares are alike, with thresholds of {a} for A and {b} for B.',
      'now.same':
        '{count} of {all} shares are alike. The groups do not differ, so nothing is in conflict.',
      'now.close':
        '{count} of {all} shares are alike. The groups are {apart} apart: too little for a conflict to show.',
      'word.group': 'Group {group}',
      'word.histogram': 'Chart: scores of group {group}, loans from {threshold} on',
      'word.key': 'Full bars would repay, light ones would not. Pale: below the threshold.',
      'word.caption': 'The shares of both groups. Alike: at most {alike} apart.',
      'word.share': 'What could be alike',
      'word.difference': 'Apart',
      'word.alike': 'alike',
      'word.selectionRate': 'Of all, get the loan (demographic parity)',
      'word.truePositiveRate': 'Of those who would repay, get it (equal opportunity)',
      'word.falsePositiveRate':
        'Of those who would not, get it (with the one above: equalized odds)',
      'word.positivePredictiveValue': 'Of the loans given, are repaid (predictive parity)',
      'word.scores': 'The scores of both groups',
      'word.score': 'Score, in 100',
      'word.people': '{group}, people',
      'word.positive': '{group}, would repay',
      'word.band': '{from} to {to}',
    },
    thresholds: {
      title: 'What does a threshold cost?',
      about:
        'An alarm for an illness. Lower its threshold until it finds nine in ten, and count whom it alarms for nothing.',
      lead: 'A test gives every patient a score for an illness, and sounds an alarm from a threshold on. The scores are right: of the patients with 50 in 100, half are ill. With the threshold at 50%, the alarm misses almost every second of the ill.',
      question:
        'The clinic lowers the threshold until the alarm finds nine in ten of the ill. How many of its alarms are then false?',
      'guess.1': 'Fewer than before, as it finds more of the ill',
      'guess.2': 'As many as before, about a third',
      'guess.3': 'More than half',
      task: 'Lower the threshold until at least 90% of the ill are found.',
      answer:
        'At a threshold of {threshold}, {found} of the ill are found. The alarm then also goes off for {alarmed} of the healthy, and {false} of all alarms are false.',
      remember:
        'A threshold does not make a test better or worse: it chooses who bears its errors. Finding more always costs more false alarms, and how many depends on how many are ill. Whether that is worth it is no question of statistics.',
      source: 'Swets, Dawes and Monahan 2000: Better decisions through diagnostic science.',
      'exercise.1':
        'From which threshold on is at most one alarm in five false? Whom does it miss?',
      'exercise.2':
        'A missed illness costs ten times as much as a false alarm. Where would you set the threshold?',
      'exercise.3':
        'Name a decision around you that has such a threshold. Who set it, and who pays?',
      'control.threshold': 'Threshold of the alarm',
      'now.few': '{found} of the ill are found. Of the alarms, {false} are false.',
      'now.many': '{found} of the ill are found, and {false} of the alarms are false.',
      'word.histogram': 'Chart: scores of all patients, alarm from {threshold} on',
      'word.key': 'Full bars are ill, light ones healthy. Pale: below the threshold.',
      'word.chart': 'Chart: the ill who are found, the healthy who are alarmed, and false alarms',
      'word.truePositiveRate': 'Of the ill, found',
      'word.falsePositiveRate': 'Of the healthy, alarmed',
      'word.falseDiscoveryRate': 'Of the alarms, false',
      'word.caption': 'What the threshold does',
      'word.share': 'Share',
      'word.value': 'Value',
      'word.scores': 'The scores of the patients',
      'word.score': 'Score, in 100',
      'word.people': 'Patients',
      'word.positive': 'Ill',
      'word.band': '{from} to {to}',
    },
    calibration: {
      title: 'When is a score right?',
      about:
        'Make all scores of one group too high. What looks at their order notices nothing; who relies on the number does.',
      lead: 'A score says how likely something is. In groups A and B alike it happens in 15 to 85 of 100 cases, and the scores of A say so truly. Now all scores of B are shifted by some points.',
      question:
        'The scores of B are all too high by ten points. How well do they still put people in order: does the area under the ROC curve of B change?',
      'guess.1': 'It falls, because the scores are wrong',
      'guess.2': 'It stays the same',
      'guess.3': 'It rises, because the scores are higher',
      task: 'Shift the scores of B up or down by eight points or more.',
      answer:
        'The area under the curve of B is {areaB} and that of A {areaA}: the order did not change, and the area is about nothing else. But the scores of B are now {errorB} away from what happens, and from 50% on {selectedB} of B are chosen instead of {selectedA}.',
      remember:
        'A good ranking and honest numbers are two things. The area under the curve looks at the order alone; calibration asks whether 70 in 100 means 70 in 100. Where a threshold or a person relies on the number, look at calibration, for each group by itself.',
      source:
        'Naeini, Cooper and Hauskrecht 2015; Pleiss, Raghavan, Wu, Kleinberg and Weinberger 2017.',
      'exercise.1':
        'Shift the scores of B down. Who is harmed now, where those with a high score get a loan?',
      'exercise.2':
        'Both groups have the same true chances. By how much do the shares chosen from 50% on differ at a shift of five points?',
      'exercise.3':
        'Sketch a curve of scores that are too sure: too high where they are high, too low where they are low.',
      'control.shift': 'Scores of B, shifted by',
      'now.right': 'The scores of both groups say what happens.',
      'now.high': 'B is promised too much: its scores are {errorB} too high on average.',
      'now.low': 'B is promised too little: its scores are {errorB} too low on average.',
      'word.chart': 'Chart: what happens by score, for A and B',
      'word.x': 'score, in 100',
      'word.y': 'happens, in 100',
      'word.diagonal': 'On the diagonal: scores that are right.',
      'word.caption': 'Order and honesty',
      'word.group': 'Group',
      'word.area': 'Area under the curve',
      'word.error': 'Calibration error',
      'word.selected': 'Chosen from 50% on',
      'word.curve': 'The curves',
      'word.score': 'Group and mean score',
      'word.happened': 'Happens',
    },
    'small-groups': {
      title: 'Why does a small group say so little?',
      about:
        'Keep the rate and change the size of the group: the interval shrinks with it. Then draw groups by pure chance.',
      lead: 'Of 2,000 people in a large group, half were hired. Beside it stands a group of ten, of whom seven were hired.',
      question:
        'Seven of ten were hired. Which true shares can reasonably have led to that, with a confidence of 95%?',
      'guess.1': 'About 65 to 75%',
      'guess.2': 'About 55 to 85%',
      'guess.3': 'About 40 to 90%',
      task: 'Keep the share at 70%, and let the group grow until its interval no longer holds the line at 50%.',
      answer:
        'For seven of ten the interval is so wide that it holds 50% easily. Only with about {size} people, of whom {hired} were hired, does it end above: {range}.',
      remember:
        'A rate of a small group is hardly more than an anecdote, in either direction: it proves neither that the group is treated worse nor that it is not. Four times the people, half the width. And of twenty 95% intervals about one misses the truth, so who looks at many groups finds a striking one.',
      source: 'Wilson 1927; Brown, Cai and DasGupta 2001.',
      'exercise.1': 'How many people does it take until 60% can be told from 50%?',
      'exercise.2':
        'Draw groups of ten several times. Write down the most striking one each time. What would a newspaper make of it?',
      'exercise.3':
        'How often did an interval miss the true share in your draws? How often should it?',
      'control.size': 'People in the small group',
      'control.share': 'Share of them who were hired',
      'control.draw': 'Draw twenty groups',
      'now.open':
        '{hired} of {size}: the true share could well be anywhere from {range}. That the groups are treated alike cannot be ruled out.',
      'now.apart':
        '{hired} of {size}: the true share is hardly 50%; the interval is {range} ({p}).',
      'word.chart': 'Chart: share hired in the large and in the small group, with intervals',
      'word.large': 'Large group',
      'word.small': 'Small group',
      'word.twenty': 'Twenty groups of {size}, all with a chance of one half',
      'word.chart20': 'Chart: shares of twenty groups that are treated alike, with intervals',
      'word.caption': 'The small group beside the large one',
      'word.caption20': 'Twenty groups, drawn by chance',
      'word.group': 'Group',
      'word.value': 'Share',
      'word.interval': '95% interval',
    },
    'intervals-and-tests': {
      title: 'Two intervals overlap. Is it chance?',
      about:
        'Two rates with their intervals. Move them apart, and see when they differ by more than chance although they overlap.',
      lead: 'Two groups with 200 people each; some were hired. Each rate has a 95% interval. Many people read them like this: where intervals overlap, nothing is shown.',
      question:
        'The intervals of two rates overlap. Can the groups still differ by more than chance?',
      'guess.1': 'Yes',
      'guess.2': 'No, that is what overlapping means',
      'guess.3': 'Only if the groups are of different size',
      task: 'Raise the share of B until the test says so (p below 0.05) while the intervals still overlap.',
      answer:
        'A: {a}, B: {b}. They overlap, and yet the difference is {difference} with an interval of {range}, which leaves out 0 ({p}).',
      remember:
        'Do not hold two intervals against each other: ask for the interval of the difference. Two rates seldom err in opposite directions at once, so the uncertainty of the difference is smaller than both added up. Where intervals do not overlap, they do differ; the reverse does not follow.',
      source: 'Schenker and Gentleman 2001; Newcombe 1998.',
      'exercise.1': 'With 2,000 people each: from which share of B on is p below 0.05?',
      'exercise.2': 'Find rates whose intervals just touch. What is p there?',
      'exercise.3':
        'A report shows two overlapping intervals and concludes “no difference”. Write one sentence that puts it right.',
      'control.a': 'Share hired of A',
      'control.b': 'Share hired of B',
      'control.size': 'People in each group',
      'now.overlap.chance':
        'The intervals overlap, and chance cannot be excluded: the difference is {difference}, {p}.',
      'now.overlap.sure':
        'The intervals overlap. Even so, data like these would be rare if there were no difference: {difference}, {p}.',
      'now.apart.sure':
        'The intervals are apart, and data like these would be rare if there were no difference: {difference}, {p}.',
      'now.apart.chance': 'The intervals are apart; the test is not sure: {difference}, {p}.',
      'word.chart': 'Chart: share hired of A and of B, with intervals',
      'word.difference': 'The difference of both',
      'word.chart2': 'Chart: the difference between B and A, with its interval',
      'word.caption': 'Both rates and their difference',
      'word.group': 'Group',
      'word.value': 'Value',
      'word.interval': '95% interval',
    },
    'four-fifths': {
      title: 'What does the four-fifths rule say?',
      about:
        'Hire one person more, and the verdict turns. Take ten times the people, and see what the rule does not look at.',
      lead: 'In the United States a rule of thumb asks: is the rate of one group below four fifths of the highest? A company hired 48 of 80 men and 9 of 20 women.',
      question:
        'The women’s rate is below four fifths of the men’s. How many more women would have had to be hired for the rule to be content?',
      'guess.1': 'One',
      'guess.2': 'Four',
      'guess.3': 'Ten',
      task: 'Let more women be hired until the ratio is no longer below 0.8.',
      answer:
        'With {women} of {allWomen} women the ratio is {ratio}: one person turned the verdict. Its 95% interval ({range}) holds either.',
      remember:
        'The rule is a first look, not a proof. With few people one decision turns it; with many, a ratio above 0.8 can hide a difference that is far beyond chance. Read the ratio with its interval and a test, and report the numbers of people.',
      source: 'Uniform Guidelines on Employee Selection Procedures, 29 CFR 1607.4(D), 1978.',
      'exercise.1':
        'Set ten times the people, with the same rates. What happens to the ratio, and what to p?',
      'exercise.2':
        'Ten times the people, and a ratio between 0.8 and 0.9: when is p below 0.05? What does the rule say?',
      'exercise.3':
        'How many men less would have to be hired for the rule to be content? Who would be helped by that?',
      'control.women': 'Women hired, of 20',
      'control.men': 'Men hired, of 80',
      'control.times': 'Times as many people',
      'now.below':
        'The ratio is {ratio}, below four fifths; {missing} more would be needed. Fisher’s test: {p}.',
      'now.above': 'The ratio is {ratio}, not below four fifths. Fisher’s test: {p}.',
      'now.none': 'Nobody was hired: there is no ratio.',
      'word.chart':
        'Chart: share hired of men and women, with four fifths of the men’s rate as a line',
      'word.men': 'Men',
      'word.women': 'Women',
      'word.line': 'Line: four fifths of the men’s rate.',
      'word.ratio': 'Ratio, women to men',
      'word.test': 'Fisher’s exact test',
      'word.interval': '95% interval of the ratio',
      'word.missing': 'Missing for four fifths',
      'word.caption': 'Who was hired',
      'word.caption2': 'What the rule says, and the test',
      'word.group': 'Group',
      'word.applied': 'Applied',
      'word.hired': 'Hired',
      'word.rate': 'Rate',
      'word.what': 'What',
      'word.value': 'Value',
    },
    simpson: {
      title: 'How can one table say two opposite things?',
      about:
        'Admissions at Berkeley in 1973, Simpson’s paradox. Let women apply where men applied, and the difference reverses.',
      lead: 'In 1973 the university of California at Berkeley admitted 44.5% of the men who applied to its six largest departments, and 30.4% of the women.',
      question: 'In how many of the six departments were women admitted more often than men?',
      'guess.1': 'In none',
      'guess.2': 'In one or two',
      'guess.3': 'In four',
      task: 'Nothing changes within a department. Move only where women apply: to the departments to which men applied.',
      answer:
        'Women were admitted more often in {ahead} of {departments} departments. Had they applied where men applied, {women} of them would have been admitted, against {men} of the men: the difference reverses, although no department decided otherwise.',
      remember:
        'A difference over all rows can reverse within every part of them. Both are right; they answer different questions. By department asks how the departments decided. Overall asks what became of the applicants, whatever led them there; and what leads women to departments that admit few is a question of its own.',
      source: 'Bickel, Hammel and O’Connell 1975.',
      'exercise.1':
        'Where did most women apply, and where most men? Who gets in there? Use the table.',
      'exercise.2': 'At which place of the slider are both rates equal?',
      'exercise.3':
        'Think of a figure in the news that is given over all. By what would you split it before you believe it?',
      'control.moved': 'Women apply where men applied',
      'now.less': 'All together, women are admitted less often than men, by {apart}.',
      'now.more': 'All together, women are now admitted more often than men, by {apart}.',
      'word.chart': 'Chart: share admitted, men and women, all together and by department',
      'word.all': 'All together',
      'word.department': 'Department {name}',
      'word.men': 'men',
      'word.women': 'women',
      'word.size': 'By department, the larger the more applied.',
      'word.caption': 'Admissions',
      'word.part': 'Department',
      'word.menApplied': 'Men applied',
      'word.menAdmitted': 'Men admitted',
      'word.womenApplied': 'Women applied',
      'word.womenAdmitted': 'Women admitted',
    },
    proxies: {
      title: 'Is it enough to leave out a column?',
      about:
        'A decision that sees the district alone. Let the groups move apart, and see what the column that was left out still does.',
      lead: 'A bank does not want to know to which group people belong: the column was deleted. It lends by district: in the north to 80 of 100, in the south to 30 of 100, whoever asks. Groups A and B live all over the town, at first.',
      question: 'The decision never sees the group. Can the groups’ rates differ all the same?',
      'guess.1': 'No, what is not seen cannot count',
      'guess.2': 'Yes, if the groups live in different districts',
      'guess.3': 'Only if the bank is mistaken',
      task: 'Let the groups live more and more apart, until their rates differ by 30 points.',
      answer:
        'With {lives} of each group in its own district, A gets loans in {a} of cases and B in {b}: {apart} apart, although within each district both are treated alike. Who knows the district alone guesses the group of {guessed} of the people.',
      remember:
        'Leaving a column out does not remove what it says, if others stand for it. To find out, one needs the column: keep it for the audit, compare the groups’ rates with it, and ask of every other column how well the group can be guessed from it.',
      source: 'Dwork, Hardt, Pitassi, Reingold and Zemel 2012; Barocas and Selbst 2016.',
      'exercise.1': 'How far may the groups live apart until the rates differ by ten points?',
      'exercise.2':
        'Within a district both groups are treated alike. Is the bank to blame for the difference? Give a reason for either answer.',
      'exercise.3': 'Which columns of a job application stand for age? How would you measure that?',
      'control.apart': 'Of each group, live in its own district',
      'now.alike':
        'The rates are alike: {a} of A and {b} of B. The district says nothing about the group.',
      'now.apart': 'The rates are {apart} apart: {a} of A, {b} of B.',
      'word.chart': 'Chart: share of loans of both groups',
      'word.group': 'Group {group}',
      'word.inside': 'Within a district',
      'word.chart2': 'Chart: share of loans of both groups within each district',
      'word.north': 'North',
      'word.south': 'South',
      'word.guessed': 'Groups guessed rightly from the district',
      'word.caption': 'Loans',
      'word.caption2': 'How far the district stands for the group',
      'word.who': 'Where',
      'word.everywhere': 'Everywhere',
      'word.value': 'Value',
    },
    'similar-people': {
      title: 'Equal rates: are similar people treated alike?',
      about:
        'Two groups with equal rates, whose decisions are drawn by lot more and more often. The rates do not notice.',
      lead: 'Eighty people ask for a loan. The bank gives it to those of each group who have the most left of their income once debts are paid: to half of A and to half of B. Then it begins to draw some decisions by lot.',
      question:
        'Loans are drawn by lot, as many in each group as before. Which figure shows that something is wrong?',
      'guess.1': 'The share of loans in each group',
      'guess.2': 'The difference between the groups',
      'guess.3': 'How alike similar people are treated',
      task: 'Let at least 80% of the decisions be drawn by lot.',
      answer:
        'The rates are still {a} and {b}, as alike as can be. But only {consistency} is left of consistency, which compares everybody with the five most similar people.',
      remember:
        'Measures of groups look at shares, and a lottery has wonderful shares. Individual fairness asks another question: are similar people treated alike? It needs an answer to what “similar” means, and that answer is a judgment which no formula makes for you.',
      source: 'Dwork et al. 2012; Zemel, Wu, Swersky, Pitassi and Dwork 2013.',
      'exercise.1': 'With which share of lots does consistency fall below 75%? Draw several times.',
      'exercise.2':
        'Name two people on the chart who are close together and treated differently. What would you tell the one without a loan?',
      'exercise.3':
        'Which columns should count for “similar” here? Which should not, and who decides that?',
      'control.lot': 'Decisions drawn by lot',
      'control.draw': 'Draw again',
      'now.rule':
        'All follow the rule: {a} of A and {b} of B get a loan, and consistency is {consistency}.',
      'now.lot':
        '{lot} drawn by lot: still {a} of A and {b} of B, but consistency is {consistency}.',
      'word.chart': 'Chart: people by income and debts, and who gets a loan',
      'word.income': 'income',
      'word.debt': 'debts',
      'word.little': 'little',
      'word.much': 'much',
      'word.key': 'Full: gets a loan. Ring: does not.',
      'word.consistency': 'Consistency, five neighbors',
      'word.caption': 'What measures see',
      'word.what': 'What',
      'word.value': 'Value',
      'word.interval': '95% interval',
      'word.rateA': 'Share of loans in A',
      'word.rateB': 'Share of loans in B',
      'word.people': 'Everybody',
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
        'A model tags pictures. Move how often it says “cooking”, and tell bias in the data, bias in the model and amplification apart.',
      lead: 'A model looks at 100 pictures of women and 100 of men, and tags those in which it sees cooking. In truth there is cooking in 60 pictures of women and in 30 of men.',
      question:
        'A model tags exactly as the truth is: 60 pictures of women, 30 of men. How much does it amplify the bias?',
      'guess.1': 'Not at all',
      'guess.2': 'By 15 points',
      'guess.3': 'By 30 points',
      task: 'Set the tags to what is true, or press “Repeats the data”.',
      answer:
        'The tags are {tags} apart between women and men, and so is the truth: {data}. The model is as biased as the data, and amplifies by {dba}: it adds nothing.',
      remember:
        'Amplification says what a model adds to the bias that was there. A value of 0 means neither that the model is unbiased nor that it is accurate: other measures say that, and it should be read beside them.',
      source: 'Zhao et al. 2017; Wang and Russakovsky 2021.',
      'exercise.1':
        '“Right shares, wrong people”: how many tags are right? What does amplification say of it?',
      'exercise.2':
        '“Tags everyone more often”: the two measures disagree. Which one looks at the tags of each group, and which at who is in the tagged pictures?',
      'exercise.3':
        'Set the tags so that men are said to cook more often than women. What is below 0 now, and what does that mean?',
      'control.women': 'Tagged as cooking, of women',
      'control.men': 'Tagged as cooking, of men',
      'control.trueWomen': 'Cooking in truth, of women',
      'control.trueMen': 'Cooking in truth, of men',
      'control.mistakes': 'Mistakes that do not change the shares',
      'preset.repeats': 'Repeats the data',
      'preset.exaggerates': 'Exaggerates',
      'preset.evens': 'Evens out',
      'preset.more': 'Tags everyone more often',
      'preset.wrong': 'Right shares, wrong people',
      'now.disagree':
        'The measures disagree: {dba} by group, {mals} by tag. The difference between women and men is one thing, who is in the tagged pictures another.',
      'now.repeats':
        'The tags differ between women and men, but no more than the truth does: bias, without amplification.',
      'now.none': 'No bias in the tags, and none was added.',
      'now.more': 'The tags make more of the difference than there is: bias was amplified.',
      'now.less':
        'The tags make less of the difference than there is, or reverse it: the bias was weakened.',
      'word.chart': 'Chart: shares of pictures with cooking, in truth and as tagged',
      'word.women': 'Women',
      'word.men': 'Men',
      'word.key': 'Ring: in truth. Dot: as tagged.',
      'word.dba': 'Amplification, directional (DBA)',
      'word.mals': 'Amplification, Zhao et al. (MALS)',
      'word.caption': 'Pictures with cooking',
      'word.pictures': 'Pictures of',
      'word.truth': 'In truth',
      'word.tagged': 'Tagged',
      'word.caption2': 'What amplification is, and is not',
      'word.what': 'What',
      'word.value': 'Value',
      'word.inData': 'Bias in the data: women and men apart in truth',
      'word.inTags': 'Bias in the tags: women and men apart as tagged',
      'word.accuracy': 'Accuracy: tags that are right',
    },
    attackers: {
      title: 'What do a model’s answers give away?',
      about:
        'An attacker sees nothing but tags, and guesses who is in the pictures. Let the model exaggerate, and it guesses better.',
      lead: 'A model tags 100 pictures of women and 100 of men with “cooking”. In truth there is cooking in 60 and in 40. An attacker sees the tags alone, no picture and no name, and guesses whether a woman or a man is in the picture. By the truth it would be right in 60 of 100 cases.',
      question:
        'The model exaggerates: it tags 80 of the women and 20 of the men. How often is the attacker right now?',
      'guess.1': 'In 50 of 100 cases: it sees no gender',
      'guess.2': 'In 60 of 100 cases, as before',
      'guess.3': 'In 80 of 100 cases',
      task: 'Set the tags to 80% of women and 20% of men.',
      answer:
        'From the tags the attacker is right in {tags} of the cases. From true labels that were made as wrong as the tags are, it would be right in {truth}: the tags give away {leakage} more.',
      remember:
        'What a model was not asked for can stand in its answers all the same. Leakage measures it: how much better an attacker guesses from the predictions than from the truth, once both are equally wrong. It says what can be read, not who does.',
      source: 'Wang, Zhao, Yatskar, Chang and Ordonez 2019: Balanced datasets are not enough.',
      'exercise.1': 'With which tags does an attacker learn nothing? Is the model right there?',
      'exercise.2': 'Keep 60% and 40%, and add mistakes. Do the tags give away less? Than what?',
      'exercise.3': 'Which answers of a system that you use could tell something about you?',
      'control.women': 'Tagged as cooking, of women',
      'control.men': 'Tagged as cooking, of men',
      'control.mistakes': 'Mistakes that do not change the shares',
      'now.same':
        'The attacker is right in {tags} of cases, from the tags as from the truth: the model gives away nothing beyond it.',
      'now.more':
        'From the tags the attacker is right in {tags} of cases, from the truth, made as wrong, in {truth}: the tags give away more.',
      'now.less':
        'From the tags the attacker is right in {tags} of cases, from the truth, made as wrong, in {truth}: the tags give away less.',
      'word.chart': 'Chart: shares of pictures with cooking, in truth and as tagged',
      'word.women': 'Women',
      'word.men': 'Men',
      'word.key': 'Ring: in truth. Dot: as tagged.',
      'word.guessed': 'How often the attacker is right',
      'word.chart2':
        'Chart: right guesses from the truth and from the tags; the line is pure chance',
      'word.fromTruth': 'From the truth',
      'word.fromTags': 'From the tags',
      'word.leakage': 'Leakage',
      'word.caption': 'Pictures with cooking',
      'word.pictures': 'Pictures of',
      'word.truth': 'In truth',
      'word.tagged': 'Tagged',
      'word.caption2': 'The attacker',
      'word.what': 'What',
      'word.value': 'Value',
    },
    certificates: {
      title: 'What does a certificate promise?',
      about:
        'One network is right more often, the other is surer. Let every picture be changed a little, and see which one still holds.',
      lead: 'Two networks tell apart two kinds of pictures. The bold one is right more often, by narrow margins; the careful one less often, by wide ones. A certificate is a radius around a picture within which no change, whatever it is, can turn the answer.',
      question:
        'Every picture may now be changed a little. Which of the two is surely right more often then?',
      'guess.1': 'The bold one, as it is right more often',
      'guess.2': 'The careful one, from some radius on',
      'guess.3': 'Both lose equally much',
      task: 'Raise the radius until the careful network is ahead by 20 points.',
      answer:
        'Unchanged, the bold network is right in {boldAtFirst} and the careful one in {carefulAtFirst}. At a radius of {radius} it is certain for {bold} of the bold one’s answers, and for {careful} of the careful one’s, that they stay right.',
      remember:
        'Accuracy and robustness are two things. Certified accuracy is a floor: at least so many answers stay right whatever is changed within the radius. What has no certificate may be robust all the same; it is only not proved. And a floor can be lower for one group than for another.',
      source: 'Tsuzuku, Sato and Sugiyama 2018; Serrurier et al. 2021.',
      'exercise.1':
        'At which radius are both networks equally good? Which would you take, and for what?',
      'exercise.2': 'How much is left of the bold network at a radius of 0.5?',
      'exercise.3':
        'Pictures taken at night have narrower margins. What does that mean for people who work at night?',
      'control.radius': 'Every picture may be changed by',
      'now.bold': 'Surely right: the bold network in {bold}, the careful one in {careful}.',
      'now.careful': 'Surely right: the careful network in {careful}, the bold one only in {bold}.',
      'word.chart': 'Chart: certified accuracy by radius, for both networks',
      'word.radius': 'radius',
      'word.certified': 'answers that are surely right',
      'word.bold': 'bold network',
      'word.careful': 'careful network',
      'word.caption': 'Certified accuracy at a radius of {radius}',
      'word.caption2': 'Certified accuracy by radius',
      'word.network': 'Network',
      'word.value': 'Value',
      'word.interval': '95% interval',
    },
  },
} as const satisfies Catalog;

export default english as Catalog;
