// SPDX-License-Identifier: Apache-2.0
//
// Die Lektionen auf Deutsch. Was in geschweiften Klammern steht, sind Zahlen, die fairwasm berechnet.

import type { Catalog } from './catalog.js';

const german = {
  common: {
    question: 'Zuerst eine Schätzung',
    skip: 'Ohne Schätzung weiter',
    move: 'Jetzt ausprobieren',
    presets: 'Fertige Einstellungen',
    table: 'Die Zahlen als Tabelle',
    show: 'Zeig es mir',
    answer: 'Was die Zahlen sagen',
    'guessed.right': 'Richtig geschätzt.',
    'guessed.wrong': 'Sie haben anders geschätzt. Richtig ist: {right}.',
    remember: 'Zum Merken',
    exercises: 'Aufgaben',
    print: 'Arbeitsblatt drucken',
    save: 'Arbeitsblatt als Markdown speichern',
    undefined: 'nicht definiert',
    points: 'PP',
    to: 'bis',
    'sheet.guess': 'Zuerst eine Schätzung',
    'sheet.move': 'Ausprobieren',
    'sheet.exercises': 'Aufgaben',
    'sheet.solution': 'Lösung',
    'tab.title': 'Was bedeuten die Zahlen?',
    'tab.lead':
      'Zwölf kurze Lektionen. Jede stellt eine Frage und lässt schätzen; dann lässt sich etwas verschieben, und die Zahlen antworten. Sie werden hier berechnet, von demselben Programm, das auch Dateien prüft.',
    'tab.all': 'Alle Lektionen',
    'tab.place': '{place} von {all}',
    'tab.large': 'Große Schrift',
    'tab.nav': 'Lektionen',
    'tab.previous': 'Zurück: {title}',
    'tab.next': 'Weiter: {title}',
    'tab.language': 'Sprache',
    'tab.loading': 'Wird geladen',
    'tab.beyond': 'Für alle, die Bibliotheken vergleichen',
  },
  lessons: {
    'base-rates': {
      title: 'Warum widersprechen sich Definitionen von Fairness?',
      about:
        'Zwei Gruppen bitten um Kredit. Verschieben Sie die Schwelle jeder Gruppe und sehen Sie, welche Anteile gleich werden und welche es dann nicht mehr sein können.',
      lead: 'Eine Bank schätzt für alle, wie wahrscheinlich sie einen Kredit zurückzahlen, und ihre Werte stimmen: Von den Leuten mit 70 von 100 zahlen 70 von 100 zurück, in beiden Gruppen. In Gruppe A haben aber mehr Leute hohe Werte. Kredit gibt es ab einer Schwelle.',
      question:
        'Vier Anteile könnten in beiden Gruppen gleich sein: wer von allen Kredit bekommt; wer von denen, die zurückzahlen würden; wer von denen, die es nicht würden; und welche Kredite zurückgezahlt werden. Gibt es Schwellen, bei denen alle vier gleich sind?',
      'guess.1': 'Ja, eine Schwelle für beide Gruppen',
      'guess.2': 'Ja, mit einer eigenen Schwelle je Gruppe',
      'guess.3': 'Nein',
      task: 'Machen Sie einen der Anteile gleich, mit einem Knopf oder von Hand, und sehen Sie sich die anderen an.',
      answer:
        'Hier haben die, die zurückzahlen würden, in beiden Gruppen gleiche Aussichten, und {count} von {all} Anteilen ist gleich. Die anderen gehen auseinander: Die Kredite der einen Gruppe werden häufiger zurückgezahlt als die der anderen, um {repaid}. Keine zwei Schwellen helfen, solange die Gruppen sich unterscheiden.',
      remember:
        'Wo Gruppen sich darin unterscheiden, wie oft etwas eintritt, und niemand die Zukunft sicher kennt, macht keine Regel alle diese Anteile gleich. Das ist Arithmetik und kein Fehler des Modells: Welcher Anteil zählt, müssen Menschen entscheiden.',
      source: 'Kleinberg, Mullainathan und Raghavan 2016; Chouldechova 2017.',
      'exercise.1':
        'Eine einzige Schwelle behandelt gleiche Werte gleich. Welche Anteile sind mit ihr gleich, welche nicht?',
      'exercise.2':
        'Machen Sie die Anteile an Krediten gleich. Was geschieht mit den Krediten, die zurückgezahlt werden? Wer trägt das?',
      'exercise.3':
        'Rücken Sie die Gruppen auf 0 Punkte zusammen, mit einer Schwelle. Was gilt jetzt, und warum?',
      'control.a': 'Schwelle für A',
      'control.b': 'Schwelle für B',
      'control.apart': 'So weit liegen die Werte der Gruppen auseinander',
      'preset.one': 'Eine Schwelle',
      'preset.loans': 'Gleicher Anteil an Krediten',
      'preset.chances': 'Gleicher Anteil unter denen, die zurückzahlen würden',
      'now.one':
        '{count} von {all} Anteilen sind gleich. Derselbe Wert führt zur selben Entscheidung, gleich in welcher Gruppe.',
      'now.two':
        '{count} von {all} Anteilen sind gleich, bei Schwellen von {a} für A und {b} für B.',
      'now.same':
        '{count} von {all} Anteilen sind gleich. Die Gruppen unterscheiden sich nicht, also widerspricht sich nichts.',
      'now.close':
        '{count} von {all} Anteilen sind gleich. Die Gruppen liegen {apart} auseinander: zu wenig, um einen Widerspruch zu sehen.',
      'word.group': 'Gruppe {group}',
      'word.histogram': 'Diagramm: Werte der Gruppe {group}, Kredit ab {threshold}',
      'word.key': 'Kräftige Balken würden zurückzahlen, helle nicht. Blass: unter der Schwelle.',
      'word.caption': 'Die Anteile beider Gruppen. Gleich: höchstens {alike} auseinander.',
      'word.share': 'Was gleich sein könnte',
      'word.difference': 'Abstand',
      'word.alike': 'gleich',
      'word.selectionRate': 'Kredit, von allen (demografische Parität)',
      'word.truePositiveRate': 'Kredit, von denen, die zurückzahlen würden (Chancengleichheit)',
      'word.falsePositiveRate':
        'Kredit, von denen, die es nicht würden (mit dem vorigen: gleiche Fehlerquoten)',
      'word.positivePredictiveValue': 'Von den Krediten zurückgezahlt (gleiche Treffsicherheit)',
      'word.scores': 'Die Werte beider Gruppen',
      'word.score': 'Wert, von 100',
      'word.people': '{group}, Leute',
      'word.positive': '{group}, würden zurückzahlen',
      'word.band': '{from} bis {to}',
    },
    thresholds: {
      title: 'Was kostet eine Schwelle?',
      about:
        'Ein Alarm für eine Krankheit. Senken Sie die Schwelle, bis er neun von zehn Kranken findet, und zählen Sie, wen er umsonst erschreckt.',
      lead: 'Ein Test gibt jedem Menschen einen Wert für eine Krankheit und schlägt ab einer Schwelle Alarm. Die Werte stimmen: Von denen mit 50 von 100 ist die Hälfte krank. Bei einer Schwelle von 50 % übersieht der Alarm fast jeden zweiten kranken Menschen.',
      question:
        'Die Klinik senkt die Schwelle, bis der Alarm neun von zehn Kranken findet. Wie viele der Alarme sind dann falsch?',
      'guess.1': 'Weniger als zuvor, denn er findet mehr Kranke',
      'guess.2': 'So viele wie zuvor, etwa ein Drittel',
      'guess.3': 'Mehr als die Hälfte',
      task: 'Senken Sie die Schwelle, bis mindestens 90 % der Kranken gefunden werden.',
      answer:
        'Bei einer Schwelle von {threshold} werden {found} der Kranken gefunden. Dann schlägt der Alarm auch bei {alarmed} der Gesunden an, und {false} aller Alarme sind falsch.',
      remember:
        'Eine Schwelle macht einen Test weder besser noch schlechter: Sie bestimmt, wer seine Fehler trägt. Mehr zu finden kostet immer mehr falsche Alarme, und wie viele, das hängt davon ab, wie viele krank sind. Ob es das wert ist, ist keine Frage der Statistik.',
      source: 'Swets, Dawes und Monahan 2000: Better decisions through diagnostic science.',
      'exercise.1':
        'Ab welcher Schwelle ist höchstens jeder fünfte Alarm falsch? Wen übersieht er dann?',
      'exercise.2':
        'Eine übersehene Krankheit kostet zehnmal so viel wie ein falscher Alarm. Wo würden Sie die Schwelle setzen?',
      'exercise.3':
        'Nennen Sie eine Entscheidung in Ihrer Umgebung, die eine solche Schwelle hat. Wer hat sie gesetzt, und wer zahlt?',
      'control.threshold': 'Schwelle des Alarms',
      'now.few': '{found} der Kranken werden gefunden. Von den Alarmen sind {false} falsch.',
      'now.many': '{found} der Kranken werden gefunden, und {false} der Alarme sind falsch.',
      'word.histogram': 'Diagramm: Werte aller, Alarm ab {threshold}',
      'word.key': 'Kräftige Balken sind krank, helle gesund. Blass: unter der Schwelle.',
      'word.chart': 'Diagramm: gefundene Kranke, erschreckte Gesunde und falsche Alarme',
      'word.truePositiveRate': 'Von den Kranken gefunden',
      'word.falsePositiveRate': 'Von den Gesunden erschreckt',
      'word.falseDiscoveryRate': 'Von den Alarmen falsch',
      'word.caption': 'Was die Schwelle bewirkt',
      'word.share': 'Anteil',
      'word.value': 'Wert',
      'word.scores': 'Die Werte der Untersuchten',
      'word.score': 'Wert, von 100',
      'word.people': 'Untersuchte',
      'word.positive': 'Krank',
      'word.band': '{from} bis {to}',
    },
    calibration: {
      title: 'Wann stimmt ein Wert?',
      about:
        'Machen Sie alle Werte einer Gruppe zu hoch. Wer nur auf die Reihenfolge schaut, merkt nichts; wer sich auf die Zahl verlässt, schon.',
      lead: 'Ein Wert sagt, wie wahrscheinlich etwas ist. In den Gruppen A und B tritt es gleichermaßen in 15 bis 85 von 100 Fällen ein, und die Werte von A sagen das richtig. Nun werden alle Werte von B um einige Punkte verschoben.',
      question:
        'Die Werte von B sind alle um zehn Punkte zu hoch. Wie gut bringen sie die Leute noch in eine Reihenfolge: Ändert sich die Fläche unter der ROC-Kurve von B?',
      'guess.1': 'Sie sinkt, weil die Werte falsch sind',
      'guess.2': 'Sie bleibt gleich',
      'guess.3': 'Sie steigt, weil die Werte höher sind',
      task: 'Verschieben Sie die Werte von B um acht Punkte oder mehr, nach oben oder nach unten.',
      answer:
        'Die Fläche unter der Kurve beträgt bei B {areaB} und bei A {areaA}: Die Reihenfolge hat sich nicht geändert, und um etwas anderes geht es der Fläche nicht. Aber die Werte von B liegen nun um {errorB} neben dem, was eintritt, und ab 50 % werden von B {selectedB} statt {selectedA} ausgewählt.',
      remember:
        'Gut zu ordnen und ehrlich zu beziffern ist zweierlei. Die Fläche unter der Kurve sieht nur die Reihenfolge; Kalibrierung fragt, ob 70 von 100 auch 70 von 100 heißt. Wo sich eine Schwelle oder ein Mensch auf die Zahl verlässt, sehen Sie nach der Kalibrierung, für jede Gruppe einzeln.',
      source:
        'Naeini, Cooper und Hauskrecht 2015; Pleiss, Raghavan, Wu, Kleinberg und Weinberger 2017.',
      'exercise.1':
        'Verschieben Sie die Werte von B nach unten. Wem schadet das, wenn hohe Werte Kredit bedeuten?',
      'exercise.2':
        'Beide Gruppen haben dieselben wahren Aussichten. Wie verschieden sind bei einer Verschiebung von fünf Punkten die Anteile, die ab 50 % ausgewählt werden?',
      'exercise.3':
        'Zeichnen Sie eine Kurve von Werten, die sich zu sicher sind: zu hoch, wo sie hoch sind, zu tief, wo sie tief sind.',
      'control.shift': 'Werte von B, verschoben um',
      'now.right': 'Die Werte beider Gruppen sagen, was eintritt.',
      'now.high': 'B wird zu viel versprochen: Die Werte sind im Mittel um {errorB} zu hoch.',
      'now.low': 'B wird zu wenig versprochen: Die Werte sind im Mittel um {errorB} zu tief.',
      'word.chart': 'Diagramm: was eintritt, je nach Wert, für A und B',
      'word.x': 'Wert, von 100',
      'word.y': 'tritt ein, von 100',
      'word.diagonal': 'Auf der Diagonalen: Werte, die stimmen.',
      'word.caption': 'Reihenfolge und Ehrlichkeit',
      'word.group': 'Gruppe',
      'word.area': 'Fläche unter der Kurve',
      'word.error': 'Kalibrierungsfehler',
      'word.selected': 'Ausgewählt ab 50 %',
      'word.curve': 'Die Kurven',
      'word.score': 'Gruppe und mittlerer Wert',
      'word.happened': 'Tritt ein',
    },
    'small-groups': {
      title: 'Warum sagt eine kleine Gruppe so wenig?',
      about:
        'Lassen Sie die Quote gleich und ändern Sie die Größe der Gruppe: Das Intervall schrumpft mit ihr. Ziehen Sie dann Gruppen aus reinem Zufall.',
      lead: 'Aus einer großen Gruppe von 2.000 Leuten wurde die Hälfte eingestellt. Daneben steht eine Gruppe von zehn, von denen sieben eingestellt wurden.',
      question:
        'Sieben von zehn wurden eingestellt. Welche wahren Anteile können dahinterstehen, mit einer Sicherheit von 95 %?',
      'guess.1': 'Etwa 65 bis 75 %',
      'guess.2': 'Etwa 55 bis 85 %',
      'guess.3': 'Etwa 40 bis 90 %',
      task: 'Lassen Sie den Anteil bei 70 % und die Gruppe wachsen, bis ihr Intervall die Linie bei 50 % nicht mehr enthält.',
      answer:
        'Bei sieben von zehn ist das Intervall so breit, dass es 50 % leicht enthält. Erst bei etwa {size} Leuten, von denen {hired} eingestellt wurden, liegt es darüber: {range}.',
      remember:
        'Die Quote einer kleinen Gruppe ist kaum mehr als eine Anekdote, nach beiden Seiten: Sie beweist weder, dass die Gruppe schlechter behandelt wird, noch das Gegenteil. Viermal so viele Leute, halb so breit. Und von zwanzig 95-%-Intervallen verfehlt etwa eines die Wahrheit: Wer viele Gruppen ansieht, findet eine auffällige.',
      source: 'Wilson 1927; Brown, Cai und DasGupta 2001.',
      'exercise.1': 'Wie viele Leute braucht es, bis sich 60 % von 50 % unterscheiden lassen?',
      'exercise.2':
        'Ziehen Sie mehrmals Gruppen von zehn. Schreiben Sie jedes Mal die auffälligste auf. Was würde eine Zeitung daraus machen?',
      'exercise.3':
        'Wie oft hat bei Ihren Ziehungen ein Intervall den wahren Anteil verfehlt? Wie oft sollte es?',
      'control.size': 'Leute in der kleinen Gruppe',
      'control.share': 'Davon eingestellt',
      'control.draw': 'Zwanzig Gruppen ziehen',
      'now.open':
        '{hired} von {size}: Der wahre Anteil kann gut überall von {range} liegen. Dass die Gruppen gleich behandelt werden, ist nicht auszuschließen.',
      'now.apart':
        '{hired} von {size}: Der wahre Anteil ist kaum 50 %; das Intervall reicht von {range} ({p}).',
      'word.chart':
        'Diagramm: eingestellter Anteil der großen und der kleinen Gruppe, mit Intervallen',
      'word.large': 'Große Gruppe',
      'word.small': 'Kleine Gruppe',
      'word.twenty': 'Zwanzig Gruppen von {size}, alle mit derselben Aussicht von einhalb',
      'word.chart20':
        'Diagramm: Anteile von zwanzig Gruppen, die gleich behandelt werden, mit Intervallen',
      'word.caption': 'Die kleine Gruppe neben der großen',
      'word.caption20': 'Zwanzig Gruppen, vom Zufall gezogen',
      'word.group': 'Gruppe',
      'word.value': 'Anteil',
      'word.interval': '95-%-Intervall',
    },
    'intervals-and-tests': {
      title: 'Zwei Intervalle überlappen sich. Ist es Zufall?',
      about:
        'Zwei Quoten mit ihren Intervallen. Rücken Sie sie auseinander und sehen Sie, wann sie sich mehr als zufällig unterscheiden, obwohl sie überlappen.',
      lead: 'Zwei Gruppen mit je 200 Leuten; einige wurden eingestellt. Jede Quote hat ein 95-%-Intervall. Viele lesen das so: Wo Intervalle überlappen, ist nichts gezeigt.',
      question:
        'Die Intervalle zweier Quoten überlappen sich. Können sich die Gruppen trotzdem mehr als zufällig unterscheiden?',
      'guess.1': 'Ja',
      'guess.2': 'Nein, genau das heißt überlappen',
      'guess.3': 'Nur wenn die Gruppen verschieden groß sind',
      task: 'Erhöhen Sie den Anteil von B, bis der Test es sagt (p unter 0,05), während die Intervalle noch überlappen.',
      answer:
        'A: {a}, B: {b}. Sie überlappen, und doch beträgt der Unterschied {difference} mit einem Intervall von {range}, das die 0 nicht enthält ({p}).',
      remember:
        'Halten Sie nicht zwei Intervalle aneinander: Fragen Sie nach dem Intervall des Unterschieds. Zwei Quoten irren sich selten zugleich in entgegengesetzte Richtungen, also ist der Unterschied sicherer als beide Unsicherheiten zusammen. Wo Intervalle nicht überlappen, liegt ein Unterschied vor; umgekehrt folgt es nicht.',
      source: 'Schenker und Gentleman 2001; Newcombe 1998.',
      'exercise.1': 'Mit je 2.000 Leuten: Ab welchem Anteil von B ist p unter 0,05?',
      'exercise.2':
        'Finden Sie Quoten, deren Intervalle sich gerade berühren. Wie groß ist p dort?',
      'exercise.3':
        'Ein Bericht zeigt zwei überlappende Intervalle und schließt „kein Unterschied“. Schreiben Sie einen Satz, der das richtigstellt.',
      'control.a': 'Eingestellt von A',
      'control.b': 'Eingestellt von B',
      'control.size': 'Leute in jeder Gruppe',
      'now.overlap.chance':
        'Die Intervalle überlappen, und Zufall ist nicht auszuschließen: Der Unterschied beträgt {difference}, {p}.',
      'now.overlap.sure':
        'Die Intervalle überlappen. Trotzdem wären solche Daten selten, wenn es keinen Unterschied gäbe: {difference}, {p}.',
      'now.apart.sure':
        'Die Intervalle liegen auseinander, und solche Daten wären selten, wenn es keinen Unterschied gäbe: {difference}, {p}.',
      'now.apart.chance':
        'Die Intervalle liegen auseinander; der Test ist sich nicht sicher: {difference}, {p}.',
      'word.chart': 'Diagramm: eingestellter Anteil von A und B, mit Intervallen',
      'word.difference': 'Der Unterschied der beiden',
      'word.chart2': 'Diagramm: der Unterschied zwischen B und A, mit seinem Intervall',
      'word.caption': 'Beide Quoten und ihr Unterschied',
      'word.group': 'Gruppe',
      'word.value': 'Wert',
      'word.interval': '95-%-Intervall',
    },
    'four-fifths': {
      title: 'Was sagt die Vier-Fünftel-Regel?',
      about:
        'Stellen Sie eine Person mehr ein, und das Urteil kippt. Nehmen Sie zehnmal so viele Leute und sehen Sie, worauf die Regel nicht achtet.',
      lead: 'In den Vereinigten Staaten fragt eine Faustregel: Liegt die Quote einer Gruppe unter vier Fünfteln der höchsten? Eine Firma stellte 48 von 80 Männern ein und 9 von 20 Frauen.',
      question:
        'Die Quote der Frauen liegt unter vier Fünfteln derjenigen der Männer. Wie viele Frauen mehr hätten eingestellt werden müssen, damit die Regel zufrieden ist?',
      'guess.1': 'Eine',
      'guess.2': 'Vier',
      'guess.3': 'Zehn',
      task: 'Lassen Sie mehr Frauen einstellen, bis das Verhältnis nicht mehr unter 0,8 liegt.',
      answer:
        'Mit {women} von {allWomen} Frauen beträgt das Verhältnis {ratio}: Eine Person hat das Urteil gekippt. Sein 95-%-Intervall ({range}) enthält beide Urteile.',
      remember:
        'Die Regel ist ein erster Blick und kein Beweis. Bei wenigen Leuten kippt sie mit einer Entscheidung; bei vielen kann ein Verhältnis über 0,8 einen Unterschied verdecken, der weit jenseits des Zufalls liegt. Lesen Sie das Verhältnis mit Intervall und Test, und nennen Sie die Zahl der Leute.',
      source: 'Uniform Guidelines on Employee Selection Procedures, 29 CFR 1607.4(D), 1978.',
      'exercise.1':
        'Nehmen Sie zehnmal so viele Leute bei denselben Quoten. Was geschieht mit dem Verhältnis, was mit p?',
      'exercise.2':
        'Zehnmal so viele Leute und ein Verhältnis zwischen 0,8 und 0,9: Wann ist p unter 0,05? Was sagt die Regel?',
      'exercise.3':
        'Wie viele Männer weniger müssten eingestellt werden, damit die Regel zufrieden ist? Wem wäre damit geholfen?',
      'control.women': 'Eingestellte Frauen, von 20',
      'control.men': 'Eingestellte Männer, von 80',
      'control.times': 'So viel mal mehr Leute',
      'now.below':
        'Das Verhältnis beträgt {ratio}, weniger als vier Fünftel; {missing} mehr wären nötig. Fishers Test: {p}.',
      'now.above':
        'Das Verhältnis beträgt {ratio}, nicht weniger als vier Fünftel. Fishers Test: {p}.',
      'now.none': 'Niemand wurde eingestellt: Es gibt kein Verhältnis.',
      'word.chart':
        'Diagramm: eingestellter Anteil von Männern und Frauen, vier Fünftel der Quote der Männer als Linie',
      'word.men': 'Männer',
      'word.women': 'Frauen',
      'word.line': 'Linie: vier Fünftel der Quote der Männer.',
      'word.ratio': 'Verhältnis Frauen zu Männern',
      'word.test': 'Fishers exakter Test',
      'word.interval': '95-%-Intervall des Verhältnisses',
      'word.missing': 'Fehlen bis vier Fünftel',
      'word.caption': 'Wer eingestellt wurde',
      'word.caption2': 'Was die Regel sagt, und der Test',
      'word.group': 'Gruppe',
      'word.applied': 'Beworben',
      'word.hired': 'Eingestellt',
      'word.rate': 'Quote',
      'word.what': 'Was',
      'word.value': 'Wert',
    },
    simpson: {
      title: 'Wie kann eine Tabelle zwei gegensätzliche Dinge sagen?',
      about:
        'Zulassungen in Berkeley 1973, das Simpson-Paradox. Lassen Sie Frauen sich dort bewerben, wo Männer es taten, und der Unterschied kehrt sich um.',
      lead: '1973 ließ die Universität Kalifornien in Berkeley 44,5 % der Männer zu, die sich an ihren sechs größten Fakultäten bewarben, und 30,4 % der Frauen.',
      question: 'In wie vielen der sechs Fakultäten wurden Frauen häufiger zugelassen als Männer?',
      'guess.1': 'In keiner',
      'guess.2': 'In einer oder zweien',
      'guess.3': 'In vier',
      task: 'Innerhalb einer Fakultät ändert sich nichts. Verschieben Sie nur, wo Frauen sich bewerben: dorthin, wo Männer sich beworben haben.',
      answer:
        'In {ahead} von {departments} Fakultäten wurden Frauen häufiger zugelassen. Hätten sie sich beworben, wo Männer es taten, wären {women} von ihnen zugelassen worden, gegenüber {men} der Männer: Der Unterschied kehrt sich um, obwohl keine Fakultät anders entschieden hat.',
      remember:
        'Ein Unterschied über alle Zeilen kann sich in jedem Teil umkehren. Beides stimmt; es beantwortet verschiedene Fragen. Nach Fakultäten: Wie haben die Fakultäten entschieden? Über alles: Was wurde aus den Bewerbungen, was immer sie dorthin führte? Und was Frauen zu Fakultäten führt, die wenige zulassen, ist eine eigene Frage.',
      source: 'Bickel, Hammel und O’Connell 1975.',
      'exercise.1':
        'Wo haben sich die meisten Frauen beworben, wo die meisten Männer? Wer wird dort zugelassen? Die Tabelle hilft.',
      'exercise.2': 'An welcher Stelle des Reglers sind beide Quoten gleich?',
      'exercise.3':
        'Denken Sie an eine Zahl in den Nachrichten, die über alles gerechnet ist. Wonach würden Sie sie aufteilen, bevor Sie ihr glauben?',
      'control.moved': 'Frauen bewerben sich, wo Männer es taten',
      'now.less': 'Insgesamt werden Frauen seltener zugelassen als Männer, um {apart}.',
      'now.more': 'Insgesamt werden Frauen nun häufiger zugelassen als Männer, um {apart}.',
      'word.chart': 'Diagramm: zugelassener Anteil, Männer und Frauen, insgesamt und nach Fakultät',
      'word.all': 'Alle zusammen',
      'word.department': 'Fakultät {name}',
      'word.men': 'Männer',
      'word.women': 'Frauen',
      'word.size': 'Bei Fakultäten: je größer, desto mehr Bewerbungen.',
      'word.caption': 'Zulassungen',
      'word.part': 'Fakultät',
      'word.menApplied': 'Männer beworben',
      'word.menAdmitted': 'Männer zugelassen',
      'word.womenApplied': 'Frauen beworben',
      'word.womenAdmitted': 'Frauen zugelassen',
    },
    proxies: {
      title: 'Genügt es, eine Spalte wegzulassen?',
      about:
        'Eine Entscheidung, die nur den Stadtteil sieht. Lassen Sie die Gruppen auseinanderziehen und sehen Sie, was die weggelassene Spalte noch bewirkt.',
      lead: 'Eine Bank will nicht wissen, zu welcher Gruppe jemand gehört: Die Spalte wurde gelöscht. Sie gibt nach Stadtteil Kredit: im Norden 80 von 100, im Süden 30 von 100, wer auch immer fragt. Die Gruppen A und B wohnen anfangs überall in der Stadt.',
      question:
        'Die Entscheidung sieht die Gruppe nie. Können sich die Quoten der Gruppen trotzdem unterscheiden?',
      'guess.1': 'Nein, was nicht zu sehen ist, kann nicht zählen',
      'guess.2': 'Ja, wenn die Gruppen in verschiedenen Stadtteilen wohnen',
      'guess.3': 'Nur wenn die Bank sich irrt',
      task: 'Lassen Sie die Gruppen immer getrennter wohnen, bis sich ihre Quoten um 30 Punkte unterscheiden.',
      answer:
        'Wenn {lives} jeder Gruppe im eigenen Stadtteil wohnen, bekommt A in {a} der Fälle Kredit und B in {b}: {apart} Abstand, obwohl in jedem Stadtteil beide gleich behandelt werden. Wer nur den Stadtteil kennt, errät die Gruppe von {guessed} der Leute.',
      remember:
        'Eine Spalte wegzulassen entfernt nicht, was sie sagt, wenn andere für sie stehen. Um das herauszufinden, braucht man die Spalte: Heben Sie sie für die Prüfung auf, vergleichen Sie mit ihr die Quoten der Gruppen, und fragen Sie bei jeder anderen Spalte, wie gut sich die Gruppe aus ihr erraten lässt.',
      source: 'Dwork, Hardt, Pitassi, Reingold und Zemel 2012; Barocas und Selbst 2016.',
      'exercise.1':
        'Wie getrennt dürfen die Gruppen wohnen, bis sich die Quoten um zehn Punkte unterscheiden?',
      'exercise.2':
        'In jedem Stadtteil werden beide Gruppen gleich behandelt. Ist der Bank der Unterschied vorzuwerfen? Geben Sie für beide Antworten einen Grund.',
      'exercise.3':
        'Welche Spalten einer Bewerbung stehen für das Alter? Wie würden Sie das messen?',
      'control.apart': 'Von jeder Gruppe wohnen im eigenen Stadtteil',
      'now.alike':
        'Die Quoten sind gleich: {a} von A und {b} von B. Der Stadtteil sagt nichts über die Gruppe.',
      'now.apart': 'Die Quoten liegen {apart} auseinander: {a} von A, {b} von B.',
      'word.chart': 'Diagramm: Anteil der Kredite beider Gruppen',
      'word.group': 'Gruppe {group}',
      'word.inside': 'Innerhalb eines Stadtteils',
      'word.chart2': 'Diagramm: Anteil der Kredite beider Gruppen in jedem Stadtteil',
      'word.north': 'Norden',
      'word.south': 'Süden',
      'word.guessed': 'Gruppe aus dem Stadtteil richtig erraten',
      'word.caption': 'Kredite',
      'word.caption2': 'Wie sehr der Stadtteil für die Gruppe steht',
      'word.who': 'Wo',
      'word.everywhere': 'Überall',
      'word.value': 'Wert',
    },
    'similar-people': {
      title: 'Gleiche Quoten: Werden ähnliche Leute gleich behandelt?',
      about:
        'Zwei Gruppen mit gleichen Quoten, deren Entscheidungen immer öfter ausgelost werden. Die Quoten merken es nicht.',
      lead: 'Achtzig Leute bitten um Kredit. Die Bank gibt ihn in jeder Gruppe denen, die nach ihren Schulden am meisten vom Einkommen übrig haben: der Hälfte von A und der Hälfte von B. Dann fängt sie an, manche Entscheidungen auszulosen.',
      question:
        'Kredite werden verlost, in jeder Gruppe so viele wie zuvor. An welcher Zahl sieht man, dass etwas nicht stimmt?',
      'guess.1': 'Am Anteil der Kredite in jeder Gruppe',
      'guess.2': 'Am Unterschied zwischen den Gruppen',
      'guess.3': 'Daran, wie gleich ähnliche Leute behandelt werden',
      task: 'Lassen Sie mindestens 80 % der Entscheidungen auslosen.',
      answer:
        'Die Quoten sind immer noch {a} und {b}, gleicher geht es nicht. Aber von der Konsistenz, die alle mit den fünf ähnlichsten Leuten vergleicht, sind nur {consistency} übrig.',
      remember:
        'Maße für Gruppen sehen auf Anteile, und ein Losverfahren hat wunderbare Anteile. Individuelle Fairness fragt anders: Werden ähnliche Leute gleich behandelt? Dazu muss man sagen, was „ähnlich“ heißt, und dieses Urteil nimmt einem keine Formel ab.',
      source: 'Dwork u. a. 2012; Zemel, Wu, Swersky, Pitassi und Dwork 2013.',
      'exercise.1':
        'Bei welchem Anteil von Losen fällt die Konsistenz unter 75 %? Ziehen Sie mehrmals.',
      'exercise.2':
        'Zeigen Sie im Diagramm auf zwei Leute, die nah beieinander liegen und verschieden behandelt werden. Was würden Sie der Person ohne Kredit sagen?',
      'exercise.3':
        'Welche Spalten sollten hier für „ähnlich“ zählen? Welche nicht, und wer entscheidet das?',
      'control.lot': 'Ausgeloste Entscheidungen',
      'control.draw': 'Neu auslosen',
      'now.rule':
        'Alle folgen der Regel: {a} von A und {b} von B bekommen Kredit, und die Konsistenz beträgt {consistency}.',
      'now.lot':
        '{lot} ausgelost: immer noch {a} von A und {b} von B, aber die Konsistenz beträgt {consistency}.',
      'word.chart': 'Diagramm: Leute nach Einkommen und Schulden, und wer Kredit bekommt',
      'word.income': 'Einkommen',
      'word.debt': 'Schulden',
      'word.little': 'wenig',
      'word.much': 'viel',
      'word.key': 'Gefüllt: bekommt Kredit. Ring: bekommt keinen.',
      'word.consistency': 'Konsistenz, fünf Nachbarn',
      'word.caption': 'Was die Maße sehen',
      'word.what': 'Was',
      'word.value': 'Wert',
      'word.interval': '95-%-Intervall',
      'word.rateA': 'Anteil der Kredite in A',
      'word.rateB': 'Anteil der Kredite in B',
      'word.people': 'Alle Leute',
      'word.person': 'Person',
      'word.incomeShort': 'Einkommen',
      'word.debtShort': 'Schulden',
      'word.loan': 'Kredit',
      'word.yes': 'ja',
      'word.no': 'nein',
    },
    amplification: {
      title: 'Was heißt, eine Verzerrung zu verstärken, und was nicht?',
      about:
        'Ein Modell verschlagwortet Bilder. Verschieben Sie, wie oft es „Kochen“ sagt, und unterscheiden Sie Verzerrung in den Daten, Verzerrung im Modell und Verstärkung.',
      lead: 'Ein Modell sieht 100 Bilder von Frauen und 100 von Männern und kennzeichnet die, auf denen es Kochen sieht. In Wahrheit wird auf 60 Bildern von Frauen gekocht und auf 30 von Männern.',
      question:
        'Ein Modell kennzeichnet genau nach der Wahrheit: 60 Bilder von Frauen, 30 von Männern. Wie sehr verstärkt es die Verzerrung?',
      'guess.1': 'Gar nicht',
      'guess.2': 'Um 15 Punkte',
      'guess.3': 'Um 30 Punkte',
      task: 'Stellen Sie die Kennzeichen auf das ein, was wahr ist, oder drücken Sie „Wiederholt die Daten“.',
      answer:
        'Die Kennzeichen von Frauen und Männern liegen {tags} auseinander, und die Wahrheit ebenso: {data}. Das Modell ist so verzerrt wie die Daten und verstärkt um {dba}: Es fügt nichts hinzu.',
      remember:
        'Verstärkung sagt, was ein Modell zu der Verzerrung hinzufügt, die schon da war. Ein Wert von 0 heißt weder, dass das Modell unverzerrt ist, noch, dass es richtig liegt: Das sagen andere Maße, und sie gehören daneben.',
      source: 'Zhao u. a. 2017; Wang und Russakovsky 2021.',
      'exercise.1':
        '„Richtige Anteile, falsche Leute“: Wie viele Kennzeichen stimmen? Was sagt die Verstärkung dazu?',
      'exercise.2':
        '„Kennzeichnet alle öfter“: Die beiden Maße sind uneins. Welches sieht auf die Kennzeichen jeder Gruppe, welches darauf, wer auf den gekennzeichneten Bildern ist?',
      'exercise.3':
        'Stellen Sie die Kennzeichen so ein, dass Männer angeblich öfter kochen als Frauen. Was ist nun unter 0, und was heißt das?',
      'control.women': 'Als Kochen gekennzeichnet, von Frauen',
      'control.men': 'Als Kochen gekennzeichnet, von Männern',
      'control.trueWomen': 'In Wahrheit Kochen, von Frauen',
      'control.trueMen': 'In Wahrheit Kochen, von Männern',
      'control.mistakes': 'Fehler, die die Anteile nicht ändern',
      'preset.repeats': 'Wiederholt die Daten',
      'preset.exaggerates': 'Übertreibt',
      'preset.evens': 'Gleicht aus',
      'preset.more': 'Kennzeichnet alle öfter',
      'preset.wrong': 'Richtige Anteile, falsche Leute',
      'now.disagree':
        'Die Maße sind uneins: {dba} nach Gruppe, {mals} nach Kennzeichen. Der Unterschied zwischen Frauen und Männern ist das eine, wer auf den gekennzeichneten Bildern ist, das andere.',
      'now.repeats':
        'Die Kennzeichen von Frauen und Männern unterscheiden sich, aber nicht mehr als die Wahrheit: Verzerrung, ohne Verstärkung.',
      'now.none': 'Keine Verzerrung in den Kennzeichen, und keine kam hinzu.',
      'now.more':
        'Die Kennzeichen machen mehr aus dem Unterschied, als da ist: Die Verzerrung wurde verstärkt.',
      'now.less':
        'Die Kennzeichen machen weniger aus dem Unterschied, als da ist, oder kehren ihn um: Die Verzerrung wurde schwächer.',
      'word.chart': 'Diagramm: Anteil der Bilder mit Kochen, in Wahrheit und gekennzeichnet',
      'word.women': 'Frauen',
      'word.men': 'Männer',
      'word.key': 'Ring: in Wahrheit. Punkt: gekennzeichnet.',
      'word.dba': 'Verstärkung, gerichtet (DBA)',
      'word.mals': 'Verstärkung nach Zhao u. a. (MALS)',
      'word.caption': 'Bilder mit Kochen',
      'word.pictures': 'Bilder von',
      'word.truth': 'In Wahrheit',
      'word.tagged': 'Gekennzeichnet',
      'word.caption2': 'Was Verstärkung ist, und was nicht',
      'word.what': 'Was',
      'word.value': 'Wert',
      'word.inData': 'Verzerrung in den Daten: Abstand von Frauen und Männern in Wahrheit',
      'word.inTags': 'Verzerrung in den Kennzeichen: Abstand von Frauen und Männern',
      'word.accuracy': 'Genauigkeit: Kennzeichen, die stimmen',
    },
    attackers: {
      title: 'Was verraten die Antworten eines Modells?',
      about:
        'Ein Angreifer sieht nur Kennzeichen und rät, wer auf den Bildern ist. Lassen Sie das Modell übertreiben, und er rät besser.',
      lead: 'Ein Modell kennzeichnet auf 100 Bildern von Frauen und 100 von Männern das Kochen. In Wahrheit wird auf 60 und auf 40 gekocht. Ein Angreifer sieht nur die Kennzeichen, kein Bild und keinen Namen, und rät, ob eine Frau oder ein Mann auf dem Bild ist. Nach der Wahrheit läge er in 60 von 100 Fällen richtig.',
      question:
        'Das Modell übertreibt: Es kennzeichnet 80 der Frauen und 20 der Männer. Wie oft liegt der Angreifer nun richtig?',
      'guess.1': 'In 50 von 100 Fällen: Er sieht kein Geschlecht',
      'guess.2': 'In 60 von 100 Fällen, wie zuvor',
      'guess.3': 'In 80 von 100 Fällen',
      task: 'Stellen Sie die Kennzeichen auf 80 % der Frauen und 20 % der Männer.',
      answer:
        'Aus den Kennzeichen rät der Angreifer in {tags} der Fälle richtig. Aus wahren Angaben, die ebenso falsch gemacht wurden wie die Kennzeichen, wären es {truth}: Die Kennzeichen verraten {leakage} mehr.',
      remember:
        'Wonach ein Modell nicht gefragt wurde, kann trotzdem in seinen Antworten stehen. Das misst man so: um wie viel besser ein Angreifer aus den Vorhersagen rät als aus der Wahrheit, wenn beide gleich falsch sind. Es sagt, was sich lesen lässt, nicht, wer es liest.',
      source: 'Wang, Zhao, Yatskar, Chang und Ordonez 2019: Balanced datasets are not enough.',
      'exercise.1':
        'Bei welchen Kennzeichen erfährt ein Angreifer nichts? Liegt das Modell dort richtig?',
      'exercise.2':
        'Bleiben Sie bei 60 % und 40 %, und fügen Sie Fehler hinzu. Verraten die Kennzeichen weniger? Weniger als was?',
      'exercise.3':
        'Welche Antworten eines Systems, das Sie benutzen, könnten etwas über Sie verraten?',
      'control.women': 'Als Kochen gekennzeichnet, von Frauen',
      'control.men': 'Als Kochen gekennzeichnet, von Männern',
      'control.mistakes': 'Fehler, die die Anteile nicht ändern',
      'now.same':
        'Der Angreifer liegt in {tags} der Fälle richtig, aus den Kennzeichen wie aus der Wahrheit: Das Modell verrät nicht mehr als sie.',
      'now.more':
        'Aus den Kennzeichen liegt der Angreifer in {tags} der Fälle richtig, aus der ebenso falsch gemachten Wahrheit in {truth}: Die Kennzeichen verraten mehr.',
      'now.less':
        'Aus den Kennzeichen liegt der Angreifer in {tags} der Fälle richtig, aus der ebenso falsch gemachten Wahrheit in {truth}: Die Kennzeichen verraten weniger.',
      'word.chart': 'Diagramm: Anteil der Bilder mit Kochen, in Wahrheit und gekennzeichnet',
      'word.women': 'Frauen',
      'word.men': 'Männer',
      'word.key': 'Ring: in Wahrheit. Punkt: gekennzeichnet.',
      'word.guessed': 'Wie oft der Angreifer richtig liegt',
      'word.chart2':
        'Diagramm: richtig geraten aus der Wahrheit und aus den Kennzeichen; die Linie ist reiner Zufall',
      'word.fromTruth': 'Aus der Wahrheit',
      'word.fromTags': 'Aus den Kennzeichen',
      'word.leakage': 'Verraten (Leakage)',
      'word.caption': 'Bilder mit Kochen',
      'word.pictures': 'Bilder von',
      'word.truth': 'In Wahrheit',
      'word.tagged': 'Gekennzeichnet',
      'word.caption2': 'Der Angreifer',
      'word.what': 'Was',
      'word.value': 'Wert',
    },
    certificates: {
      title: 'Was verspricht ein Zertifikat?',
      about:
        'Ein Netz hat öfter recht, das andere ist sich sicherer. Lassen Sie jedes Bild ein wenig verändern und sehen Sie, welches noch hält.',
      lead: 'Zwei Netze unterscheiden zwei Arten von Bildern. Das kühne hat öfter recht, aber knapp; das vorsichtige seltener, aber deutlich. Ein Zertifikat ist ein Radius um ein Bild, in dem keine Veränderung, welche auch immer, die Antwort umstoßen kann.',
      question:
        'Nun darf jedes Bild ein wenig verändert werden. Welches der beiden hat dann sicher öfter recht?',
      'guess.1': 'Das kühne, denn es hat öfter recht',
      'guess.2': 'Das vorsichtige, ab einem gewissen Radius',
      'guess.3': 'Beide verlieren gleich viel',
      task: 'Vergrößern Sie den Radius, bis das vorsichtige Netz um 20 Punkte vorn liegt.',
      answer:
        'Unverändert hat das kühne Netz in {boldAtFirst} recht und das vorsichtige in {carefulAtFirst}. Bei einem Radius von {radius} ist für {bold} der Antworten des kühnen sicher, dass sie richtig bleiben, und für {careful} derer des vorsichtigen.',
      remember:
        'Genauigkeit und Robustheit sind zweierlei. Zertifizierte Genauigkeit ist ein Boden: Mindestens so viele Antworten bleiben richtig, was immer im Radius verändert wird. Was kein Zertifikat hat, kann trotzdem robust sein; es ist nur nicht bewiesen. Und der Boden kann für eine Gruppe tiefer liegen als für eine andere.',
      source: 'Tsuzuku, Sato und Sugiyama 2018; Serrurier u. a. 2021.',
      'exercise.1':
        'Bei welchem Radius sind beide Netze gleich gut? Welches würden Sie nehmen, und wofür?',
      'exercise.2': 'Wie viel ist vom kühnen Netz bei einem Radius von 0,5 übrig?',
      'exercise.3':
        'Nachts aufgenommene Bilder haben knappere Abstände. Was heißt das für Leute, die nachts arbeiten?',
      'control.radius': 'Jedes Bild darf verändert werden um',
      'now.bold': 'Sicher richtig: das kühne Netz in {bold}, das vorsichtige in {careful}.',
      'now.careful': 'Sicher richtig: das vorsichtige Netz in {careful}, das kühne nur in {bold}.',
      'word.chart': 'Diagramm: zertifizierte Genauigkeit je nach Radius, für beide Netze',
      'word.radius': 'Radius',
      'word.certified': 'sicher richtige Antworten',
      'word.bold': 'kühnes Netz',
      'word.careful': 'vorsichtiges Netz',
      'word.caption': 'Zertifizierte Genauigkeit bei einem Radius von {radius}',
      'word.caption2': 'Zertifizierte Genauigkeit je nach Radius',
      'word.network': 'Netz',
      'word.value': 'Wert',
      'word.interval': '95-%-Intervall',
    },
  },
} as const satisfies Catalog;

export default german as Catalog;
