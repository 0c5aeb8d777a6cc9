// SPDX-License-Identifier: Apache-2.0
//
// Die Lektionen auf Deutsch. Platzhalter in geschweiften Klammern werden durch Zahlen ersetzt, die fairwasm berechnet.

import type { Catalog } from './lesson-texts.js';

const german = {
  common: {
    question: 'Zuerst eine Schätzung',
    skip: 'Ohne Schätzung weiter',
    move: 'Jetzt ausprobieren',
    presets: 'Voreinstellungen',
    table: 'Die Zahlen als Tabelle',
    show: 'Auflösung zeigen',
    answer: 'Was die Zahlen zeigen',
    'answer.example': 'Zum Beispiel mit diesen Einstellungen ({settings}): {answer}',
    'answer.go': 'Einstellungen des Beispiels übernehmen',
    'guessed.right': 'Ihre Schätzung war richtig.',
    'guessed.wrong': 'Ihre Schätzung war nicht richtig. Richtig ist: {right}.',
    remember: 'Merksatz',
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
      'Zwölf kurze Lektionen. Jede stellt eine Frage und lässt Sie schätzen; dann verschieben Sie einen Regler und sehen die Antwort. Alle Zahlen werden auf Ihrem Gerät berechnet, mit demselben Programm, das auch Dateien prüft.',
    'tab.all': 'Alle Lektionen',
    'tab.place': '{place} von {all}',
    'tab.large': 'Große Schrift',
    'tab.nav': 'Lektionen',
    'tab.previous': 'Zurück: {title}',
    'tab.next': 'Weiter: {title}',
    'tab.language': 'Sprache',
    'tab.loading': 'Wird geladen',
    'tab.beyond': 'Für alle, die Bibliotheken vergleichen',
    solutions: 'Lösungen',
    'level.1': 'Einstieg',
    'level.2': 'Mittel',
    'level.3': 'Fortgeschritten',
    minutes: '{count} Minuten',
    after: 'nach „{title}“',
    'needs.percentages': 'Prozentrechnung',
    'needs.charts': 'ein Diagramm lesen',
    'tab.teach': 'Für den Unterricht',
    'class.title': 'Eine Klasse: eine Grundgesamtheit, viele Stichproben',
    'class.about':
      'Jede Person zieht eine andere Stichprobe. Zusammen zeigen die Stichproben einer Klasse, wie stark ein Unterschied durch Zufall schwankt.',
    'class.lead':
      'Eine Bank hat über die Anträge sehr vieler Personen aus zwei Gruppen entschieden. Niemand kann alle ansehen. Darum zieht jede Person eine Stichprobe und schätzt den Unterschied: die Bewilligungsquote von B minus die von A. Dann legt die Klasse ihre Ergebnisse zusammen. Es wird nichts an einen Server gesendet; alles steht in den Codes.',
    'class.settings': 'Eine Stichprobe ziehen',
    'class.number': 'Nummer der Klasse',
    'class.number.hint': 'Für alle dieselbe: Sie bestimmt die Grundgesamtheit.',
    'class.size': 'Personen je Gruppe',
    'class.size.hint': 'Für alle dieselbe Zahl.',
    'class.student': 'Ihre Nummer',
    'class.student.hint': 'Für jede Person eine andere, etwa der Platz in der Liste.',
    'class.sample': 'Ihre Stichprobe',
    'class.drawn':
      'Von je {size} Personen wurden {a} aus A und {b} aus B bewilligt. Der Unterschied beträgt {gap}, das 95-%-Konfidenzintervall reicht von {range}.',
    'class.yours': 'Ihr Unterschied',
    'class.chart': 'Diagramm: der Unterschied in Ihrer Stichprobe mit Konfidenzintervall',
    'class.maybe':
      'Ihr Intervall enthält die 0: Aus Ihrer Stichprobe allein lässt sich nicht schließen, ob die Bank die Gruppen verschieden behandelt.',
    'class.differs':
      'Ihr Intervall enthält die 0 nicht: Ihre Stichprobe spricht dafür, dass sich die Quoten unterscheiden.',
    'class.code': 'Ihr Code:',
    'class.copy': 'Code kopieren',
    'class.copied': 'Kopiert',
    'class.join': 'Die Ergebnisse der Klasse zusammenlegen',
    'class.paste': 'Codes aller Personen einfügen, getrennt durch Leerzeichen oder Zeilen',
    'class.unreadable': 'das ist kein Code',
    'class.other': 'dieser Code gehört zu einer anderen Klasse oder einer anderen Personenzahl',
    'class.wrong': 'dieser Code enthält einen Tippfehler',
    'class.twice': 'ein anderer Code hat dieselbe Nummer',
    'class.simulate': '{count} simulierte Personen hinzufügen',
    'class.joined': 'Die Stichproben von {count} Personen',
    'class.spread':
      'Der Mittelwert aller Unterschiede beträgt {mean}, ihre Standardabweichung {deviation}: Eine einzelne Stichprobe kann leicht um das Doppelte danebenliegen.',
    'class.truth':
      'Der wahre Unterschied beträgt {truth}. Von {count} Intervallen enthalten ihn {inside} ({share}); im Mittel sind es 95 %.',
    'class.reveal': 'Wahren Unterschied zeigen',
    'class.chart.gaps': 'Diagramm: die Unterschiede aller Stichproben, gestapelt',
    'class.chart.intervals': 'Diagramm: der Unterschied jeder Stichprobe mit Konfidenzintervall',
    'class.gap': 'Unterschied, B minus A',
    'class.samples': 'Stichproben',
    'class.intervals': 'Jede Stichprobe mit ihrem 95-%-Konfidenzintervall, nach Nummer',
    'class.key': 'Linie: der wahre Unterschied. Ringe: Stichproben, deren Intervall ihn verfehlt.',
    'class.lesson':
      'Alle haben dieselbe Bank untersucht. Wer einen großen Unterschied gefunden hat, hat keinen Fehler gemacht, und wer keinen gefunden hat, auch nicht: Stichproben schwanken. Wer eine Prüfung durchführt, hat nur eine Stichprobe, und das Intervall ist die ehrliche Art, sie zu berichten.',
    'class.table': 'Stichproben der Klasse',
    'class.approved': 'Bewilligt, {group}',
    'class.interval': '95-%-Konfidenzintervall',
    'teacher.title': 'Für Lehrkräfte',
    'teacher.about': 'Ein Plan für drei Sitzungen, Niveaus und die Lösungen aller Aufgaben.',
    'teacher.lead':
      'Zwölf Lektionen für Schule, Hochschule und Weiterbildung. Sie brauchen keine Programmierung, keine Konten und keine Verbindung, sobald die Seite geladen ist.',
    'teacher.how': 'So unterrichten Sie mit den Lektionen',
    'teacher.rule.1':
      'Lassen Sie alle eine Schätzung aufschreiben, bevor Sie die Auflösung zeigen. Die falschen Antworten sind verbreitete Missverständnisse.',
    'teacher.rule.2':
      'Lassen Sie die Regler selbst verschieben: Teilen Sie die Adresse einer Lektion, oder verwenden Sie große Schrift und einen Projektor. Die Adresse enthält die Stellung der Regler.',
    'teacher.rule.3':
      'Der Text unter „Was die Zahlen zeigen“ beschreibt die Einstellungen jeder Person und fällt darum verschieden aus. Vergleichen Sie.',
    'teacher.rule.4':
      'Drucken Sie das Arbeitsblatt einer Lektion für die Aufgaben. Die Lösungen stehen nur darauf, wenn die Auflösung gezeigt wird.',
    'teacher.plan': 'Plan für drei Sitzungen',
    'teacher.column.lesson': 'Lektion',
    'teacher.column.session': 'Sitzung',
    'teacher.column.level': 'Niveau',
    'teacher.column.minutes': 'Minuten',
    'teacher.column.needs': 'Voraussetzung',
    'teacher.column.after': 'Nach',
    'teacher.class':
      'Geben Sie allen die Adresse der Klasse und eine Nummer. Alle schicken Ihnen einen Code, im Chat oder auf Papier; Sie fügen die Codes auf der Seite ein. Ab 20 Personen wird die Verteilung sichtbar.',
    'teacher.class.open': 'Eine Klasse mit neuer Grundgesamtheit öffnen',
    'teacher.solutions': 'Antworten und Lösungen',
    'teacher.question': 'Frage',
    'teacher.answer': 'Antwort',
    'translate.title': 'Die Lektionen übersetzen',
    'translate.about': 'Mit einer Tabellenkalkulation, ohne Programmierung.',
    'translate.lead':
      'Alle Texte der Lektionen stehen in einer Tabelle. Übersetzen Sie sie mit einer Tabellenkalkulation, probieren Sie sie hier aus, und schicken Sie die Tabelle an das Projekt.',
    'translate.save': '1. Tabelle speichern',
    'translate.save.how':
      'Die Tabelle hat drei Spalten: einen Schlüssel, den englischen Text und Ihre Übersetzung. Die deutsche Tabelle ist ein Beispiel.',
    'translate.table': 'Leere Tabelle speichern',
    'translate.german': 'Deutsche Tabelle speichern',
    'translate.fill': '2. Dritte Spalte ausfüllen',
    'translate.rule.1':
      'Tragen Sie in die ersten beiden Zeilen das Kürzel Ihrer Sprache ein, etwa „fr“, und ihren eigenen Namen, etwa „Français“.',
    'translate.rule.2':
      'Wörter in geschweiften Klammern, etwa {size}, werden durch Zahlen ersetzt. Übernehmen Sie jedes davon einmal, in beliebiger Reihenfolge.',
    'translate.rule.3': 'Übersetzen Sie keine Namen von Verfahren und zitierten Arbeiten.',
    'translate.rule.4':
      'Sie können Zeilen leer lassen und später weitermachen: Fehlende Texte erscheinen auf Englisch.',
    'translate.try': '3. Ausprobieren',
    'translate.open': 'Ihre Tabelle öffnen',
    'translate.done': '{title} ({tag}): {done} von {all} Texten sind übersetzt.',
    'translate.missing': 'keine Übersetzung',
    'translate.placeholders': 'die Wörter in geschweiften Klammern weichen vom Englischen ab',
    'translate.unknown': 'diesen Schlüssel gibt es nicht',
    'translate.tag': 'tragen Sie das Kürzel der Sprache ein, zwei oder drei Buchstaben',
    'translate.more': '… und {count} weitere',
    'translate.show': 'Lektionen zeigen: {title}',
    'translate.source': 'Als Quelldatei speichern',
  },
  lessons: {
    'base-rates': {
      title: 'Warum widersprechen sich Definitionen von Fairness?',
      about:
        'Zwei Gruppen beantragen Kredite. Verschieben Sie die Schwelle jeder Gruppe und beobachten Sie, welche Quoten gleich werden und welche dann nicht mehr gleich sein können.',
      lead: 'Eine Bank schätzt für jede Person, wie wahrscheinlich sie einen Kredit zurückzahlt, und die Werte stimmen: Von 100 Personen mit dem Wert 70 zahlen in beiden Gruppen 70 zurück. In Gruppe A haben aber mehr Personen hohe Werte. Kredit bekommt, wer eine Schwelle erreicht.',
      question:
        'Können diese vier Quoten in beiden Gruppen zugleich gleich sein? (1) der Anteil aller Personen, die Kredit bekommen; (2) der Anteil unter denen, die zurückzahlen würden; (3) der Anteil unter denen, die nicht zurückzahlen würden; (4) der Anteil der vergebenen Kredite, die zurückgezahlt werden.',
      'guess.1': 'Ja, eine Schwelle für beide Gruppen',
      'guess.2': 'Ja, mit einer eigenen Schwelle für jede Gruppe',
      'guess.3': 'Nein',
      task: 'Gleichen Sie eine der Quoten an, mit einer Schaltfläche oder mit den Reglern, und sehen Sie sich die anderen an.',
      answer:
        'Bei Schwellen von {a} für A und {b} für B sind {count} von {all} Quoten praktisch gleich: {equal}. Andere unterscheiden sich, am meisten diese: {worst}, um {most}. Solange sich die Gruppen unterscheiden, macht keine Wahl der Schwellen alle vier gleich.',
      'answer.none':
        'Bei Schwellen von {a} für A und {b} für B ist keine der {all} Quoten gleich. Am meisten unterscheidet sich diese: {worst}, um {most}. Solange sich die Gruppen unterscheiden, macht keine Wahl der Schwellen alle vier gleich.',
      'answer.same':
        'Bei Schwellen von {a} für A und {b} für B sind alle {all} Quoten praktisch gleich: Die Werte der Gruppen unterscheiden sich nur um {apart}, daher gibt es keinen Konflikt.',
      'answer.thresholds':
        'Die Werte der Gruppen sind gleich. Nur die Schwellen, {a} für A und {b} für B, führen zu Unterschieden, am meisten bei dieser Quote: {worst}, um {most}. Mit derselben Schwelle wären alle {all} gleich.',
      remember:
        'Wenn ein Ergebnis in einer Gruppe häufiger eintritt und niemand es sicher vorhersagen kann, macht keine Regel alle diese Quoten gleich. Das ist Arithmetik und kein Fehler des Modells: Welche Quote zählt, müssen Menschen entscheiden.',
      source: 'Kleinberg, Mullainathan und Raghavan 2016; Chouldechova 2017.',
      'exercise.1':
        'Eine gemeinsame Schwelle behandelt gleiche Werte gleich. Welche Quoten sind dann gleich, welche nicht?',
      'exercise.2':
        'Gleichen Sie die Bewilligungsquoten an. Wie verändern sich die Rückzahlungsquoten? Wer trägt die Folgen?',
      'exercise.3':
        'Verringern Sie den Abstand der Gruppen bei gemeinsamer Schwelle auf 0 Punkte. Was gilt jetzt, und warum?',
      'solution.1':
        'Keine. Bei 50 % für beide hat A bei allen vieren die höhere Quote: 68,8 % gegenüber 27,5 % bekommen Kredit, und 71,0 % gegenüber 60,9 % der Kredite werden zurückgezahlt.',
      'solution.2':
        'Die Schwellen liegen dann bei 63 % für A und 40 % für B, und 77,5 % der Kredite an A werden zurückgezahlt, aber nur 54,1 % der Kredite an B. Die Bank verliert bei B mehr Geld, Personen aus A mit Werten zwischen 40 und 63 bekommen keinen Kredit, obwohl Personen aus B mit demselben Wert einen bekommen, und wer aus B nicht zurückzahlen kann, sitzt auf den Schulden.',
      'solution.3':
        'Alle vier. Beide Gruppen haben dann dieselben Werte, also wirkt dieselbe Schwelle auf beide gleich.',
      'control.a': 'Schwelle für A',
      'control.b': 'Schwelle für B',
      'control.apart': 'Abstand zwischen den Werten der Gruppen',
      'preset.one': 'Gemeinsame Schwelle',
      'preset.loans': 'Gleiche Bewilligungsquoten',
      'preset.chances': 'Gleiche Quoten unter denen, die zurückzahlen würden',
      'now.one': '{count} von {all} Quoten sind gleich. Derselbe Wert führt in beiden Gruppen zur selben Entscheidung.',
      'now.two': '{count} von {all} Quoten sind gleich, bei Schwellen von {a} für A und {b} für B.',
      'now.same':
        '{count} von {all} Quoten sind gleich. Die Gruppen unterscheiden sich nicht, also gibt es keinen Widerspruch.',
      'now.close':
        '{count} von {all} Quoten sind gleich. Die Gruppen unterscheiden sich nur um {apart}: zu wenig, um einen Widerspruch zu sehen.',
      'word.group': 'Gruppe {group}',
      'word.histogram': 'Diagramm: Werte der Gruppe {group}, Kredit ab einem Wert von {threshold}',
      'word.key':
        'Dunkle Balken: würden zurückzahlen. Helle Balken: würden nicht zurückzahlen. Blass: unter der Schwelle.',
      'word.caption': 'Quoten beider Gruppen. Gleich: höchstens {tolerance} Unterschied.',
      'word.share': 'Quote',
      'word.difference': 'Unterschied',
      'word.alike': 'gleich',
      'word.selectionRate': 'Bewilligungsquote (demografische Parität)',
      'word.truePositiveRate': 'Bewilligungsquote, würden zurückzahlen (Chancengleichheit)',
      'word.falsePositiveRate': 'Bewilligungsquote, würden nicht zurückzahlen (mit der vorigen: gleiche Fehlerquoten)',
      'word.positivePredictiveValue': 'Rückzahlungsquote (gleicher Vorhersagewert)',
      'word.scores': 'Die Werte beider Gruppen',
      'word.score': 'Wert, 0 bis 100',
      'word.people': '{group}, Personen',
      'word.positive': '{group}, würden zurückzahlen',
      'word.band': '{from} bis {to}',
    },
    thresholds: {
      title: 'Was kostet eine Schwelle?',
      about:
        'Ein Test auf eine Krankheit. Senken Sie die Schwelle, bis er neun von zehn Kranken erkennt, und zählen Sie die Fehlalarme.',
      lead: 'Ein Test liefert für alle Untersuchten einen Wert für eine Krankheit und schlägt ab einer Schwelle Alarm. Die Werte stimmen: Von den Untersuchten mit dem Wert 50 ist die Hälfte krank. Bei einer Schwelle von 50 % übersieht der Test fast die Hälfte der Kranken.',
      question:
        'Die Klinik senkt die Schwelle, bis der Test neun von zehn Kranken erkennt. Wie viele der Alarme sind dann falsch?',
      'guess.1': 'Weniger als zuvor, denn er erkennt mehr Kranke',
      'guess.2': 'So viele wie zuvor, etwa ein Drittel',
      'guess.3': 'Mehr als die Hälfte',
      task: 'Senken Sie die Schwelle, bis mindestens 90 % der Kranken erkannt werden.',
      answer:
        'Bei einer Schwelle von {threshold} werden {found} der Kranken erkannt. Dann schlägt der Test auch bei {alarmed} der Gesunden Alarm, und {false} aller Alarme sind falsch.',
      remember:
        'Eine Schwelle macht einen Test weder besser noch schlechter: Sie bestimmt, wen seine Fehler treffen. Wer mehr Kranke erkennen will, muss mehr Fehlalarme in Kauf nehmen; wie viele, hängt davon ab, wie häufig die Krankheit ist. Ob sich das lohnt, kann die Statistik nicht entscheiden.',
      source: 'Swets, Dawes und Monahan 2000: Better decisions through diagnostic science.',
      'exercise.1': 'Ab welcher Schwelle ist höchstens jeder fünfte Alarm falsch? Wen übersieht der Test dann?',
      'exercise.2':
        'Eine übersehene Erkrankung kostet zehnmal so viel wie ein Fehlalarm. Wo würden Sie die Schwelle setzen?',
      'exercise.3':
        'Nennen Sie eine Entscheidung aus Ihrem Umfeld, bei der es eine solche Schwelle gibt. Wer hat sie festgelegt, und wer zahlt für die Fehler?',
      'solution.1': 'Bei 69 %. Der Test erkennt dann nur 23,0 % der Kranken und übersieht mehr als drei Viertel.',
      'solution.2':
        'Bei etwa 9 %: Ein Alarm lohnt sich ab einer Wahrscheinlichkeit von 1 zu 11, denn zehnmal 1/11 ist so viel wie einmal 10/11. Dann werden 98,3 % der Kranken erkannt, und bei 79,2 % der Gesunden gibt es Alarm.',
      'solution.3':
        'Beispiele: die Bestehensgrenze einer Prüfung, ein Blitzer, ein Spamfilter, ein Kreditwert. Wer die Schwelle festlegt, wählt zwischen zwei Fehlern, und oft bezahlen andere dafür.',
      'control.threshold': 'Alarmschwelle',
      'now.few': '{found} der Kranken werden erkannt. Von den Alarmen sind {false} falsch.',
      'now.many': '{found} der Kranken werden erkannt, und {false} der Alarme sind falsch.',
      'word.histogram': 'Diagramm: Werte aller Untersuchten, Alarm ab einem Wert von {threshold}',
      'word.key': 'Dunkle Balken: krank. Helle Balken: gesund. Blass: unter der Schwelle.',
      'word.chart': 'Diagramm: erkannte Kranke, alarmierte Gesunde und Fehlalarme',
      'word.truePositiveRate': 'Erkannte Kranke',
      'word.falsePositiveRate': 'Alarmierte Gesunde',
      'word.falseDiscoveryRate': 'Anteil der Fehlalarme',
      'word.caption': 'Wirkung der Schwelle',
      'word.share': 'Anteil',
      'word.value': 'Wert',
      'word.scores': 'Die Werte der Untersuchten',
      'word.score': 'Wert, 0 bis 100',
      'word.people': 'Untersuchte',
      'word.positive': 'Krank',
      'word.band': '{from} bis {to}',
    },
    calibration: {
      title: 'Wann stimmt ein Wert?',
      about:
        'Erhöhen Sie alle Werte einer Gruppe. Wer nur auf die Reihenfolge achtet, merkt nichts; wer sich auf die Zahl verlässt, wird getäuscht.',
      lead: 'Ein Wert gibt an, wie wahrscheinlich ein Ereignis ist. In beiden Gruppen tritt es in 15 bis 85 von 100 Fällen ein, und die Werte von A stimmen damit überein. Nun werden alle Werte von B um einige Punkte verschoben.',
      question:
        'Alle Werte von B sind um zehn Punkte zu hoch. Ordnen sie die Personen noch genauso gut: Ändert sich die Fläche unter der ROC-Kurve (AUC) von B?',
      'guess.1': 'Sie sinkt, weil die Werte falsch sind',
      'guess.2': 'Sie bleibt gleich',
      'guess.3': 'Sie steigt, weil die Werte höher sind',
      task: 'Verschieben Sie die Werte von B um acht Punkte oder mehr, nach oben oder nach unten.',
      answer:
        'Die Fläche unter der Kurve beträgt bei B {areaB} und bei A {areaA}: Die Reihenfolge hat sich nicht geändert, und nur von ihr hängt die Fläche ab. Aber die Werte von B weichen nun um {errorB} von den beobachteten Häufigkeiten ab, und bei einer Schwelle von 50 % werden {selectedB} statt {selectedA} von B ausgewählt.',
      remember:
        'Eine gute Reihenfolge und richtige Zahlen sind zweierlei. Die Fläche unter der Kurve hängt nur von der Reihenfolge ab; die Kalibrierung prüft, ob der Wert 70 wirklich 70 von 100 bedeutet. Wenn sich eine Schwelle oder ein Mensch auf die Zahl verlässt, prüfen Sie die Kalibrierung für jede Gruppe einzeln.',
      source: 'Naeini, Cooper und Hauskrecht 2015; Pleiss, Raghavan, Wu, Kleinberg und Weinberger 2017.',
      'exercise.1': 'Verschieben Sie die Werte von B nach unten. Wem schadet das, wenn hohe Werte Kredit bedeuten?',
      'exercise.2':
        'In beiden Gruppen sind die wahren Wahrscheinlichkeiten gleich. Wie stark unterscheiden sich bei einer Verschiebung um fünf Punkte die Auswahlquoten, wenn die Schwelle bei 50 % liegt?',
      'exercise.3':
        'Skizzieren Sie die Kurve übertrieben sicherer Werte: Hohe Werte sind zu hoch, niedrige zu niedrig.',
      'solution.1':
        'Personen aus B, die zurückzahlen würden: Bei Werten, die zehn Punkte zu niedrig sind, bekommen 40,0 % von B Kredit statt 53,3 %.',
      'solution.2': 'Um 6,7 Prozentpunkte: Aus B werden 60,0 % oder 46,7 % ausgewählt, aus A 53,3 %.',
      'solution.3':
        'Die Kurve ist flacher als die Diagonale: Bei niedrigen Werten liegt sie darüber, weil das Ereignis häufiger eintritt, als sie angeben, und bei hohen Werten darunter.',
      'control.shift': 'Werte von B, verschoben um',
      'now.right': 'Die Werte beider Gruppen stimmen mit den beobachteten Häufigkeiten überein.',
      'now.high': 'Die Werte von B sind im Mittel um {errorB} zu hoch.',
      'now.low': 'Die Werte von B sind im Mittel um {errorB} zu niedrig.',
      'word.chart': 'Diagramm: beobachtete Häufigkeit nach Wert, für A und B',
      'word.x': 'Wert, 0 bis 100',
      'word.y': 'beobachtete Häufigkeit, von 100',
      'word.diagonal': 'Diagonale: kalibrierte Werte.',
      'word.caption': 'Reihenfolge und Kalibrierung',
      'word.group': 'Gruppe',
      'word.area': 'Fläche unter der Kurve',
      'word.error': 'Kalibrierungsfehler',
      'word.selected': 'Ausgewählt ab 50 %',
      'word.curve': 'Kalibrierungskurven',
      'word.score': 'Gruppe und mittlerer Wert',
      'word.happened': 'Beobachtete Häufigkeit',
    },
    'small-groups': {
      title: 'Warum sagt eine kleine Gruppe so wenig aus?',
      about:
        'Lassen Sie die Quote gleich und vergrößern Sie die Gruppe: Das Konfidenzintervall wird schmaler. Ziehen Sie dann Gruppen rein zufällig.',
      lead: 'Aus einer großen Gruppe von 2.000 Personen wurde die Hälfte eingestellt, aus einer kleinen Gruppe von zehn Personen sieben.',
      question:
        'Sieben von zehn wurden eingestellt. Welche wahren Quoten sind damit vereinbar, bei einem Konfidenzniveau von 95 %?',
      'guess.1': 'Etwa 65 bis 75 %',
      'guess.2': 'Etwa 55 bis 85 %',
      'guess.3': 'Etwa 40 bis 90 %',
      task: 'Belassen Sie die Quote bei 70 % und vergrößern Sie die Gruppe, bis ihr Intervall die Linie bei 50 % nicht mehr enthält.',
      answer:
        'Bei sieben von zehn ist das Intervall so breit, dass es auch 50 % enthält. Bei {size} Personen, von denen {hired} eingestellt wurden, liegt es darüber: {range}.',
      'answer.below':
        'Bei sieben von zehn ist das Intervall so breit, dass es auch 50 % enthält. Bei {size} Personen, von denen {hired} eingestellt wurden, liegt es darunter: {range}.',
      'answer.open':
        'Bei {size} Personen, von denen {hired} eingestellt wurden, enthält das Intervall von {range} auch 50 %: Die Zahlen sind mit einer wahren Quote von der Hälfte vereinbar. Bei einer größeren Gruppe ist es schmaler.',
      remember:
        'Die Quote einer kleinen Gruppe ist kaum mehr als eine Anekdote: Sie beweist weder, dass die Gruppe schlechter behandelt wird, noch das Gegenteil. Bei viermal so vielen Personen ist das Intervall halb so breit. Und etwa eines von zwanzig 95-%-Intervallen verfehlt die wahre Quote: Wer viele Gruppen untersucht, findet deshalb immer eine auffällige.',
      source: 'Wilson 1927; Brown, Cai und DasGupta 2001.',
      'exercise.1': 'Wie viele Personen sind nötig, um 60 % von 50 % zu unterscheiden?',
      'exercise.2':
        'Ziehen Sie mehrmals Gruppen von zehn. Notieren Sie jedes Mal die auffälligste. Was würde eine Zeitung daraus machen?',
      'exercise.3':
        'Wie oft hat bei Ihren Ziehungen ein Intervall die wahre Quote verfehlt? Wie oft ist das zu erwarten?',
      'solution.1':
        'Etwa 100 Personen: Bei 60 von 100 Eingestellten reicht das Intervall von 50,2 bis 69,1 %; bei 30 von 50 enthält es noch die 50 %.',
      'solution.2':
        'Fast immer hat eine Gruppe eine Quote von 20 oder 30 % und eine andere 70 oder 80 %, obwohl alle gleich behandelt werden. Eine Zeitung würde melden, dass eine Gruppe dreimal so oft eingestellt wird wie eine andere.',
      'solution.3':
        'Etwa eines von zwanzig, im Mittel also eines je Ziehung von zwanzig Gruppen. Bei Gruppen von zehn sind es weniger, weil zehn Personen nur elf Quoten haben können.',
      'control.size': 'Personen in der kleinen Gruppe',
      'control.share': 'Davon eingestellt',
      'control.draw': 'Zwanzig Gruppen ziehen',
      'now.open':
        '{hired} von {size}: Das Intervall von {range} enthält 50 %. Es ist nicht auszuschließen, dass die Gruppen gleich behandelt werden.',
      'now.apart':
        '{hired} von {size}: Das Intervall von {range} enthält 50 % nicht. Vergleich mit der großen Gruppe: {p}.',
      'word.chart': 'Diagramm: Einstellungsquote der großen und der kleinen Gruppe, mit Konfidenzintervallen',
      'word.large': 'Große Gruppe',
      'word.small': 'Kleine Gruppe',
      'word.twenty': 'Zwanzig Gruppen von {size}, alle mit einer Chance von 50 %',
      'word.chart20': 'Diagramm: Einstellungsquoten von zwanzig gleich behandelten Gruppen, mit Konfidenzintervallen',
      'word.caption': 'Kleine und große Gruppe',
      'word.caption20': 'Zwanzig zufällig gezogene Gruppen',
      'word.group': 'Gruppe',
      'word.value': 'Anteil',
      'word.interval': '95-%-Konfidenzintervall',
    },
    'intervals-and-tests': {
      title: 'Zwei Intervalle überlappen sich. Ist der Unterschied Zufall?',
      about:
        'Zwei Quoten mit ihren Konfidenzintervallen. Vergrößern Sie den Abstand und beobachten Sie, wann der Unterschied signifikant ist, obwohl sich die Intervalle überlappen.',
      lead: 'Aus zwei Gruppen mit je 200 Personen wurden einige eingestellt. Jede Quote hat ein 95-%-Konfidenzintervall. Viele glauben: Wenn sich Intervalle überlappen, ist kein Unterschied nachgewiesen.',
      question: 'Die Intervalle zweier Quoten überlappen sich. Kann der Unterschied trotzdem signifikant sein?',
      'guess.1': 'Ja',
      'guess.2': 'Nein, genau das bedeutet die Überlappung',
      'guess.3': 'Nur wenn die Gruppen verschieden groß sind',
      task: 'Erhöhen Sie die Quote von B, bis der Test signifikant ist (p unter 0,05), die Intervalle sich aber noch überlappen.',
      answer:
        'A: {a}, B: {b}. Die Intervalle überlappen sich, aber der Unterschied beträgt {difference} mit einem Konfidenzintervall von {range}, das die 0 nicht enthält ({p}).',
      'answer.apart':
        'A: {a}, B: {b}. Die Intervalle überlappen sich nicht, und der Unterschied beträgt {difference} mit einem Konfidenzintervall von {range}, das die 0 nicht enthält ({p}).',
      'answer.open':
        'A: {a}, B: {b}. Die Intervalle überlappen sich, und der Unterschied beträgt {difference} mit einem Konfidenzintervall von {range}, das die 0 enthält ({p}). Bei mehr Personen oder einem größeren Unterschied enthält es die 0 nicht, während sich die Intervalle noch überlappen.',
      remember:
        'Vergleichen Sie nicht zwei Intervalle miteinander, sondern betrachten Sie das Konfidenzintervall des Unterschieds. Zwei Quoten weichen selten zugleich in entgegengesetzte Richtungen ab; deshalb ist der Unterschied weniger unsicher als die Summe beider Unsicherheiten. Wenn sich die Intervalle nicht überlappen, ist der Unterschied signifikant; der Umkehrschluss gilt nicht.',
      source: 'Schenker und Gentleman 2001; Newcombe 1998.',
      'exercise.1': 'Bei je 2.000 Personen: Ab welcher Quote von B ist p kleiner als 0,05?',
      'exercise.2': 'Finden Sie Quoten, deren Intervalle sich gerade berühren. Wie groß ist p dort?',
      'exercise.3':
        'Ein Bericht zeigt zwei überlappende Intervalle und folgert: „kein Unterschied“. Schreiben Sie einen Satz, der das richtigstellt.',
      'solution.1': 'Ab 54 %, wenn A 50 % hat: p ist 0,058 bei 53 % und 0,011 bei 54 %.',
      'solution.2':
        'Bei 200 Personen berühren sich 50 % und 64 % gerade: Die Intervalle reichen von 43,1 bis 56,9 % und von 57,1 bis 70,3 %, und p ist etwa 0,005, weit unter 0,05.',
      'solution.3':
        'Zum Beispiel: „Die Intervalle überlappen sich, aber erst das Intervall des Unterschieds zeigt, ob die Quoten verschieden sind; hier enthält es die 0 nicht.“',
      'control.a': 'Einstellungsquote von A',
      'control.b': 'Einstellungsquote von B',
      'control.size': 'Personen in jeder Gruppe',
      'now.overlap.chance':
        'Die Intervalle überlappen sich, und Zufall ist nicht auszuschließen: Der Unterschied beträgt {difference}, {p}.',
      'now.overlap.sure':
        'Die Intervalle überlappen sich. Trotzdem wären solche Daten selten, wenn es keinen Unterschied gäbe: {difference}, {p}.',
      'now.apart.sure':
        'Die Intervalle überlappen sich nicht, und solche Daten wären selten, wenn es keinen Unterschied gäbe: {difference}, {p}.',
      'now.apart.chance':
        'Die Intervalle überlappen sich nicht, aber der Test ist nicht signifikant: {difference}, {p}.',
      'word.chart': 'Diagramm: Einstellungsquoten von A und B, mit Konfidenzintervallen',
      'word.difference': 'Unterschied der Quoten',
      'word.chart2': 'Diagramm: Unterschied zwischen B und A, mit Konfidenzintervall',
      'word.caption': 'Beide Quoten und ihr Unterschied',
      'word.group': 'Gruppe',
      'word.value': 'Wert',
      'word.interval': '95-%-Konfidenzintervall',
    },
    'four-fifths': {
      title: 'Was sagt die Vier-Fünftel-Regel?',
      about:
        'Stellen Sie eine Person mehr ein, und das Urteil kippt. Nehmen Sie zehnmal so viele Personen und beobachten Sie, was die Regel nicht berücksichtigt.',
      lead: 'In den Vereinigten Staaten gilt eine Faustregel: Verdächtig ist, wenn die Quote einer Gruppe unter vier Fünfteln der höchsten liegt. Eine Firma stellte 48 von 80 Männern ein und 9 von 20 Frauen.',
      question:
        'Die Quote der Frauen liegt unter vier Fünfteln der Quote der Männer. Wie viele Frauen hätten zusätzlich eingestellt werden müssen, damit die Regel erfüllt ist?',
      'guess.1': 'Eine',
      'guess.2': 'Vier',
      'guess.3': 'Zehn',
      task: 'Stellen Sie mehr Frauen ein, bis das Verhältnis nicht mehr unter 0,8 liegt.',
      answer:
        'Mit {women} von {allWomen} Frauen beträgt das Verhältnis {ratio}: Eine einzige Person hat das Urteil gekippt. Das 95-%-Konfidenzintervall ({range}) lässt beide Urteile zu.',
      'answer.more':
        'Mit {women} von {allWomen} Frauen beträgt das Verhältnis {ratio}, mit einem 95-%-Konfidenzintervall von {range}. Zehn Frauen hätten gereicht: Eine mehr als in der Frage kippt das Urteil.',
      'answer.below.women':
        'Mit {women} von {allWomen} Frauen und {men} von {allMen} Männern ist die Quote der Männer die höchste. Das Verhältnis der Frauen dazu beträgt {ratio} (95-%-Konfidenzintervall {range}), weniger als vier Fünftel; Fishers Test: {p}.',
      'answer.below.men':
        'Mit {women} von {allWomen} Frauen und {men} von {allMen} Männern ist die Quote der Frauen die höchste. Das Verhältnis der Männer dazu beträgt {ratio} (95-%-Konfidenzintervall {range}), weniger als vier Fünftel; Fishers Test: {p}.',
      'answer.above.women':
        'Mit {women} von {allWomen} Frauen und {men} von {allMen} Männern ist die Quote der Männer die höchste. Das Verhältnis der Frauen dazu beträgt {ratio} (95-%-Konfidenzintervall {range}), nicht weniger als vier Fünftel; Fishers Test: {p}.',
      'answer.above.men':
        'Mit {women} von {allWomen} Frauen und {men} von {allMen} Männern ist die Quote der Frauen die höchste. Das Verhältnis der Männer dazu beträgt {ratio} (95-%-Konfidenzintervall {range}), nicht weniger als vier Fünftel; Fishers Test: {p}.',
      'answer.equal':
        'Mit {women} von {allWomen} Frauen und {men} von {allMen} Männern sind beide Quoten gleich, und das Verhältnis beträgt {ratio}.',
      remember:
        'Die Regel ist eine erste Prüfung und kein Beweis. Bei wenigen Personen kann eine einzige Entscheidung das Urteil kippen; bei vielen kann ein Verhältnis über 0,8 einen hochsignifikanten Unterschied verdecken. Lesen Sie das Verhältnis zusammen mit Konfidenzintervall und Test, und nennen Sie die Fallzahlen.',
      source: 'Uniform Guidelines on Employee Selection Procedures, 29 CFR 1607.4(D), 1978.',
      'exercise.1': 'Nehmen Sie zehnmal so viele Personen bei gleichen Quoten. Wie ändern sich das Verhältnis und p?',
      'exercise.2':
        'Nehmen Sie zehnmal so viele Personen und ein Verhältnis zwischen 0,8 und 0,9: Wann ist p kleiner als 0,05? Was sagt die Regel?',
      'exercise.3':
        'Wie viele Männer weniger müssten eingestellt werden, damit die Regel erfüllt ist? Wem wäre damit geholfen?',
      'solution.1':
        'Das Verhältnis bleibt 0,75, aber p sinkt von weit über 0,05 auf unter 0,001: Dieselben Quoten sind ein stärkerer Hinweis, wenn sie von mehr Personen stammen.',
      'solution.2':
        'Mit 100 von 200 Frauen ist das Verhältnis 0,83 und p 0,013. Die Regel beanstandet nichts, obwohl der Unterschied signifikant ist.',
      'solution.3':
        'Drei: Mit 45 von 80 Männern ist das Verhältnis 0,80. Keine Frau wird zusätzlich eingestellt, also hat niemand etwas davon.',
      'control.women': 'Eingestellte Frauen, von 20',
      'control.men': 'Eingestellte Männer, von 80',
      'control.times': 'Zahl der Personen: × 1 oder × 10',
      'now.none': 'Niemand wurde eingestellt, daher ist das Verhältnis nicht definiert.',
      'now.below.women':
        'Das Verhältnis der Frauen zur höchsten Quote, der der Männer, beträgt {ratio}: weniger als vier Fünftel. Nötige weitere Einstellungen von Frauen: {missing}. Fishers Test: {p}.',
      'now.below.men':
        'Das Verhältnis der Männer zur höchsten Quote, der der Frauen, beträgt {ratio}: weniger als vier Fünftel. Nötige weitere Einstellungen von Männern: {missing}. Fishers Test: {p}.',
      'now.above.women':
        'Das Verhältnis der Frauen zur höchsten Quote, der der Männer, beträgt {ratio}: nicht weniger als vier Fünftel. Fishers Test: {p}.',
      'now.above.men':
        'Das Verhältnis der Männer zur höchsten Quote, der der Frauen, beträgt {ratio}: nicht weniger als vier Fünftel. Fishers Test: {p}.',
      'now.equal': 'Beide Quoten sind gleich: Das Verhältnis beträgt {ratio}.',
      'word.chart':
        'Diagramm: Einstellungsquoten von Männern und Frauen; die Linie markiert vier Fünftel der höchsten Quote',
      'word.men': 'Männer',
      'word.women': 'Frauen',
      'word.line': 'Linie: vier Fünftel der höchsten Quote.',
      'word.test': 'Fishers exakter Test',
      'word.interval': '95-%-Konfidenzintervall des Verhältnisses',
      'word.missing': 'Fehlende bis vier Fünftel',
      'word.caption': 'Eingestellte',
      'word.caption2': 'Ergebnis von Regel und Test',
      'word.group': 'Gruppe',
      'word.applied': 'Bewerbungen',
      'word.hired': 'Eingestellt',
      'word.rate': 'Quote',
      'word.what': 'Kennzahl',
      'word.value': 'Wert',
      'word.ratio.women': 'Verhältnis Frauen zu Männern',
      'word.ratio.men': 'Verhältnis Männer zu Frauen',
    },
    simpson: {
      title: 'Wie kann eine Tabelle zwei gegensätzliche Schlüsse zulassen?',
      about:
        'Zulassungen in Berkeley 1973, das Simpson-Paradox. Lassen Sie Frauen sich an denselben Fakultäten bewerben wie Männer, und der Unterschied kehrt sich um.',
      lead: '1973 ließ die Universität von Kalifornien in Berkeley 44,5 % der Männer zu, die sich an ihren sechs größten Fakultäten bewarben, und 30,4 % der Frauen.',
      question: 'In wie vielen der sechs Fakultäten wurden Frauen häufiger zugelassen als Männer?',
      'guess.1': 'In keiner',
      'guess.2': 'In einer oder zweien',
      'guess.3': 'In vier',
      task: 'Innerhalb einer Fakultät ändert sich nichts. Ändern Sie nur, wo sich Frauen bewerben, bis sie sich an denselben Fakultäten bewerben wie Männer.',
      answer:
        'In {ahead} von {departments} Fakultäten wurden Frauen häufiger zugelassen. Hätten sich {moved} der Frauen an denselben Fakultäten beworben wie Männer, wären {women} aller Frauen zugelassen worden, gegenüber {men} der Männer: Der Unterschied kehrt sich um, obwohl keine Fakultät anders entschieden hat.',
      'answer.less':
        'In {ahead} von {departments} Fakultäten wurden Frauen häufiger zugelassen. Hätten sich {moved} der Frauen an denselben Fakultäten beworben wie Männer, wären {women} aller Frauen zugelassen worden, gegenüber {men} der Männer: nicht häufiger als Männer, weil sich mehr von den anderen Frauen an Fakultäten bewarben, die wenige zulassen.',
      remember:
        'Ein Unterschied über alle Zeilen kann sich in jedem Teil umkehren. Beide Ergebnisse stimmen; sie beantworten verschiedene Fragen. Die Quoten nach Fakultät zeigen, wie die Fakultäten entschieden haben. Die Gesamtquoten zeigen, was aus den Bewerbungen wurde, aus welchen Gründen auch immer. Warum sich Frauen an Fakultäten bewarben, die wenige zulassen, ist eine eigene Frage.',
      source: 'Bickel, Hammel und O’Connell 1975.',
      'exercise.1':
        'Wo haben sich die meisten Frauen beworben, wo die meisten Männer? Wie hoch sind dort die Zulassungsquoten? Die Tabelle hilft.',
      'exercise.2': 'Bei welcher Stellung des Reglers sind beide Quoten gleich?',
      'exercise.3':
        'Denken Sie an eine Gesamtzahl aus den Nachrichten. Wonach würden Sie sie aufschlüsseln, bevor Sie ihr glauben?',
      'solution.1':
        'Die meisten Frauen bewarben sich bei C, E und D, wo höchstens etwa ein Drittel zugelassen wird, und 341 bei F, wo es 6 bis 7 % sind. Die meisten Männer bewarben sich bei A und B, wo es mehr als 60 % sind.',
      'solution.2':
        'Zwischen 65 und 70 %: Bei 65 % werden 44,2 % der Frauen zugelassen, bei 70 % sind es 45,2 %, und bei den Männern 44,5 %.',
      'solution.3':
        'Nach dem, was Personen auf verschiedene Teile verteilt: Fakultäten, Berufe, Altersgruppen, Regionen oder die Schwere einer Krankheit.',
      'control.moved': 'Frauen, die sich bewerben, wo Männer es taten',
      'now.less': 'Insgesamt werden Frauen seltener zugelassen als Männer, um {apart}.',
      'now.more': 'Insgesamt werden Frauen nun häufiger zugelassen als Männer, um {apart}.',
      'word.chart': 'Diagramm: Zulassungsquoten von Männern und Frauen, insgesamt und nach Fakultät',
      'word.all': 'Insgesamt',
      'word.department': 'Fakultät {name}',
      'word.men': 'Männer',
      'word.women': 'Frauen',
      'word.size': 'Fakultäten: je größer der Punkt, desto mehr Bewerbungen.',
      'word.caption': 'Zulassungen',
      'word.part': 'Fakultät',
      'word.menApplied': 'Bewerbungen von Männern',
      'word.menAdmitted': 'Zugelassene Männer',
      'word.womenApplied': 'Bewerbungen von Frauen',
      'word.womenAdmitted': 'Zugelassene Frauen',
    },
    proxies: {
      title: 'Genügt es, eine Spalte wegzulassen?',
      about:
        'Eine Entscheidung hängt nur vom Stadtteil ab. Lassen Sie die Gruppen auseinanderziehen und beobachten Sie, wie die weggelassene Spalte noch immer wirkt.',
      lead: 'Eine Bank will nicht wissen, zu welcher Gruppe jemand gehört, und hat die Spalte gelöscht. Sie vergibt Kredite nach Stadtteil: im Norden an 80 von 100, im Süden an 30 von 100, unabhängig von der Person. Anfangs wohnen die Gruppen A und B gleichmäßig in beiden Stadtteilen.',
      question:
        'Die Gruppe geht nie in die Entscheidung ein. Können sich die Quoten der Gruppen trotzdem unterscheiden?',
      'guess.1': 'Nein, was nicht bekannt ist, kann nicht wirken',
      'guess.2': 'Ja, wenn die Gruppen in verschiedenen Stadtteilen wohnen',
      'guess.3': 'Nur wenn die Bank Fehler macht',
      task: 'Lassen Sie die Gruppen immer getrennter wohnen, bis sich ihre Quoten um 30 Punkte unterscheiden.',
      answer:
        'Wenn {lives} jeder Gruppe im eigenen Stadtteil wohnen, bekommt A in {a} der Fälle Kredit und B in {b}: ein Unterschied von {apart}, obwohl in jedem Stadtteil beide Gruppen gleich behandelt werden. Wer nur den Stadtteil kennt, errät bei {guessed} der Personen die Gruppe.',
      remember:
        'Wer eine Spalte weglässt, entfernt ihre Information nicht, wenn andere Spalten sie ebenfalls enthalten. Um das festzustellen, braucht man die Spalte: Bewahren Sie sie für die Prüfung auf, vergleichen Sie damit die Quoten der Gruppen, und prüfen Sie bei jeder anderen Spalte, wie gut sich die Gruppe daraus erraten lässt.',
      source: 'Dwork, Hardt, Pitassi, Reingold und Zemel 2012; Barocas und Selbst 2016.',
      'exercise.1': 'Wie stark sind die Gruppen räumlich getrennt, wenn sich die Quoten um zehn Punkte unterscheiden?',
      'exercise.2':
        'In jedem Stadtteil werden beide Gruppen gleich behandelt. Ist der Unterschied der Bank vorzuwerfen? Nennen Sie für beide Antworten einen Grund.',
      'exercise.3': 'Welche Angaben einer Bewerbung verraten das Alter? Wie würden Sie das messen?',
      'solution.1': 'Bei 60 %: 60,0 % von A und 50,0 % von B bekommen Kredit.',
      'solution.2':
        'Ja: Sie hat ein Kriterium gewählt, das die Gruppen verschieden trifft, und hätte es wissen können. Nein: Sie behandelt gleiche Anträge gleich und hat die Trennung nicht verursacht. Recht und Ethik unterscheiden beides: Absicht und Wirkung.',
      'solution.3':
        'Das Abschlussjahr, die Berufserfahrung, der Vorname und der E-Mail-Anbieter. Messen Sie, wie gut sich das Alter aus jeder Spalte vorhersagen lässt, zum Beispiel mit fairwasm proxies.',
      'control.apart': 'Anteil jeder Gruppe im eigenen Stadtteil',
      'now.alike': 'Die Quoten sind gleich: {a} von A und {b} von B. Der Stadtteil sagt nichts über die Gruppe.',
      'now.apart': 'Die Quoten unterscheiden sich um {apart}: {a} von A, {b} von B.',
      'word.chart': 'Diagramm: Bewilligungsquoten beider Gruppen',
      'word.group': 'Gruppe {group}',
      'word.inside': 'Innerhalb eines Stadtteils',
      'word.chart2': 'Diagramm: Bewilligungsquoten beider Gruppen in jedem Stadtteil',
      'word.north': 'Norden',
      'word.south': 'Süden',
      'word.guessed': 'Gruppe aus dem Stadtteil richtig erraten',
      'word.caption': 'Kredite',
      'word.caption2': 'Stadtteil als Stellvertreter der Gruppe',
      'word.who': 'Stadtteil',
      'word.everywhere': 'Überall',
      'word.value': 'Wert',
    },
    'similar-people': {
      title: 'Behandeln gleiche Quoten ähnliche Personen ähnlich?',
      about:
        'Zwei Gruppen mit gleichen Quoten, deren Entscheidungen immer öfter ausgelost werden. Die Quoten ändern sich dadurch nicht.',
      lead: 'Achtzig Personen beantragen einen Kredit. Die Bank gibt ihn in jeder Gruppe der Hälfte, die nach Abzug der Schulden am meisten Einkommen übrig hat. Dann beginnt sie, manche Entscheidungen auszulosen.',
      question:
        'Kredite werden verlost, in jeder Gruppe so viele wie zuvor. An welcher Zahl sieht man, dass etwas nicht stimmt?',
      'guess.1': 'Am Anteil der Kredite in jeder Gruppe',
      'guess.2': 'Am Unterschied zwischen den Gruppen',
      'guess.3': 'Daran, wie ähnlich die Bank ähnliche Personen behandelt',
      task: 'Lassen Sie mindestens 80 % der Entscheidungen auslosen.',
      answer:
        'Die Quoten sind immer noch {a} und {b}, also gleich. Aber die Konsistenz, die jede Person mit den fünf ähnlichsten vergleicht, beträgt {consistency}.',
      remember:
        'Gruppenmaße vergleichen Quoten, und ein Losverfahren liefert perfekte Quoten. Individuelle Fairness stellt eine andere Frage: Werden ähnliche Personen ähnlich behandelt? Dazu muss man festlegen, was „ähnlich“ heißt, und dieses Urteil nimmt einem keine Formel ab.',
      source: 'Dwork u. a. 2012; Zemel, Wu, Swersky, Pitassi und Dwork 2013.',
      'exercise.1':
        'Bei welchem Anteil ausgeloster Entscheidungen fällt die Konsistenz unter 75 %? Losen Sie mehrmals.',
      'exercise.2':
        'Suchen Sie im Diagramm zwei Personen, die nah beieinanderliegen und verschieden behandelt werden. Was würden Sie der Person ohne Kredit sagen?',
      'exercise.3': 'Welche Spalten sollten hier für „ähnlich“ zählen? Welche nicht, und wer entscheidet das?',
      'solution.1':
        'Bei etwa einem Drittel: Ab 35 % zufälligen Entscheidungen liegt die Konsistenz bei den meisten Ziehungen unter 75 %. Einzelne Ziehungen weichen um mehrere Punkte ab.',
      'solution.2':
        'Es gibt keinen Grund: Die beiden unterscheiden sich in nichts, worauf es ankommt. Nur das Los unterscheidet sie.',
      'solution.3':
        'Hier Einkommen und Schulden. Nicht die Gruppe oder die Postleitzahl. Wer betroffen ist, sollte mitreden; eine Formel kann das nicht entscheiden.',
      'control.lot': 'Ausgeloste Entscheidungen',
      'control.draw': 'Neu auslosen',
      'now.rule':
        'Alle folgen der Regel: {a} von A und {b} von B bekommen Kredit, und die Konsistenz beträgt {consistency}.',
      'now.lot': '{lot} ausgelost: immer noch {a} von A und {b} von B, aber die Konsistenz beträgt {consistency}.',
      'word.chart': 'Diagramm: Personen nach Einkommen und Schulden, mit und ohne Kredit',
      'word.income': 'Einkommen',
      'word.debt': 'Schulden',
      'word.little': 'niedrig',
      'word.much': 'hoch',
      'word.key': 'Gefüllt: bekommt Kredit. Ring: bekommt keinen.',
      'word.consistency': 'Konsistenz, fünf Nachbarn',
      'word.caption': 'Kennzahlen',
      'word.what': 'Kennzahl',
      'word.value': 'Wert',
      'word.interval': '95-%-Konfidenzintervall',
      'word.rateA': 'Bewilligungsquote von A',
      'word.rateB': 'Bewilligungsquote von B',
      'word.people': 'Alle Personen',
      'word.person': 'Person',
      'word.incomeShort': 'Einkommen',
      'word.debtShort': 'Schulden',
      'word.loan': 'Kredit',
      'word.yes': 'ja',
      'word.no': 'nein',
    },
    amplification: {
      title: 'Was ist Verstärkung einer Verzerrung, und was nicht?',
      about:
        'Ein Modell kennzeichnet Bilder. Ändern Sie, wie oft es „Kochen“ meldet, und unterscheiden Sie Verzerrung in den Daten, Verzerrung im Modell und Verstärkung.',
      lead: 'Ein Modell sieht 100 Bilder von Frauen und 100 von Männern und kennzeichnet Bilder, auf denen es Kochen erkennt. In Wahrheit wird auf 60 Bildern von Frauen gekocht und auf 30 von Männern.',
      question:
        'Ein Modell kennzeichnet alle Bilder richtig: 60 Bilder von Frauen, 30 von Männern. Wie sehr verstärkt es die Verzerrung?',
      'guess.1': 'Gar nicht',
      'guess.2': 'Um 15 Punkte',
      'guess.3': 'Um 30 Punkte',
      task: 'Stellen Sie die Kennzeichnungen auf die wahren Werte ein, oder wählen Sie „Wiederholt die Daten“.',
      answer:
        'Die Kennzeichnungen von Frauen und Männern unterscheiden sich um {tags}, und die wahren Angaben ebenso: {data}. Das Modell ist so verzerrt wie die Daten, und die Verstärkung beträgt {dba}: Es fügt nichts hinzu.',
      remember:
        'Verstärkung ist das, was ein Modell zur vorhandenen Verzerrung hinzufügt. Ein Wert von 0 heißt weder, dass das Modell unverzerrt ist, noch, dass es richtigliegt. Das zeigen andere Maße, und die sollte man immer mit betrachten.',
      source: 'Zhao u. a. 2017; Wang und Russakovsky 2021.',
      'exercise.1':
        '„Richtige Anteile, falsche Personen“: Wie viele Kennzeichnungen stimmen? Wie groß ist die Verstärkung?',
      'exercise.2':
        '„Kennzeichnet alle öfter“: Die beiden Maße widersprechen sich. Welches vergleicht die Kennzeichnungen der Gruppen, welches betrachtet, wer auf den gekennzeichneten Bildern zu sehen ist?',
      'exercise.3':
        'Stellen Sie die Kennzeichnungen so ein, dass Männer öfter gekennzeichnet werden als Frauen. Welcher Wert ist nun negativ, und was bedeutet das?',
      'solution.1':
        '30 von 100 Kennzeichnungen stimmen, und die Verstärkung beträgt 0 Punkte: Das Maß betrachtet nur Prozentsätze, keine Personen.',
      'solution.2':
        'DBA, 0,0 Punkte, vergleicht die Kennzeichnungen der Gruppen. MALS, −5,1 Punkte, betrachtet, wer auf den gekennzeichneten Bildern ist: Der Anteil der Frauen darunter sinkt.',
      'solution.3':
        'Bei 30 % der Frauen und 60 % der Männer sind beide negativ: −30,0 Punkte bei DBA. Die Kennzeichnungen kehren den Unterschied der Daten um.',
      'control.women': 'Frauen mit der Kennzeichnung „Kochen“',
      'control.men': 'Männer mit der Kennzeichnung „Kochen“',
      'control.trueWomen': 'Frauen, die wirklich kochen',
      'control.trueMen': 'Männer, die wirklich kochen',
      'control.mistakes': 'Fehler, die die Anteile nicht ändern',
      'preset.repeats': 'Wiederholt die Daten',
      'preset.exaggerates': 'Übertreibt',
      'preset.evens': 'Gleicht aus',
      'preset.more': 'Kennzeichnet alle öfter',
      'preset.wrong': 'Richtige Anteile, falsche Personen',
      'now.disagree':
        'Die Maße widersprechen sich: {dba} nach Gruppe, {mals} nach Kennzeichnung. Sie beantworten verschiedene Fragen: wie stark sich die Gruppen unterscheiden, und wer auf den gekennzeichneten Bildern zu sehen ist.',
      'now.repeats':
        'Die Kennzeichnungen von Frauen und Männern unterscheiden sich, aber nicht stärker als die wahren Angaben: Verzerrung ohne Verstärkung.',
      'now.none': 'Die Kennzeichnungen sind nicht verzerrt, und das Modell hat keine Verzerrung hinzugefügt.',
      'now.more': 'Die Kennzeichnungen übertreiben den wahren Unterschied: Das Modell hat die Verzerrung verstärkt.',
      'now.less':
        'Die Kennzeichnungen verringern den wahren Unterschied oder kehren ihn um: Das Modell hat die Verzerrung abgeschwächt.',
      'word.chart': 'Diagramm: Anteil der Bilder, auf denen gekocht wird, in Wahrheit und laut Kennzeichnung',
      'word.women': 'Frauen',
      'word.men': 'Männer',
      'word.key': 'Ring: in Wahrheit. Punkt: gekennzeichnet.',
      'word.dba': 'Verstärkung, gerichtet (DBA)',
      'word.mals': 'Verstärkung nach Zhao u. a. (MALS)',
      'word.caption': 'Bilder, auf denen gekocht wird',
      'word.pictures': 'Bilder von',
      'word.truth': 'In Wahrheit',
      'word.tagged': 'Gekennzeichnet',
      'word.caption2': 'Verzerrung und Verstärkung',
      'word.what': 'Kennzahl',
      'word.value': 'Wert',
      'word.inData': 'Verzerrung in den Daten: Unterschied zwischen Frauen und Männern',
      'word.inTags': 'Verzerrung in den Kennzeichnungen: Unterschied zwischen Frauen und Männern',
      'word.accuracy': 'Genauigkeit: richtige Kennzeichnungen',
    },
    attackers: {
      title: 'Was verraten die Antworten eines Modells?',
      about:
        'Ein Angreifer sieht nur Kennzeichnungen und rät, wer auf den Bildern ist. Wenn das Modell übertreibt, rät er besser.',
      lead: 'Ein Modell kennzeichnet auf 100 Bildern von Frauen und 100 von Männern, ob gekocht wird. In Wahrheit kochen 60 der Frauen und 40 der Männer. Ein Angreifer sieht nur die Kennzeichnungen, kein Bild und keinen Namen, und rät, ob das Bild eine Frau oder einen Mann zeigt. Wären alle Kennzeichnungen richtig, läge er in 60 von 100 Fällen richtig.',
      question:
        'Das Modell übertreibt: Es kennzeichnet 80 Frauen und 20 Männer. Wie oft liegt der Angreifer nun richtig?',
      'guess.1': 'In 50 von 100 Fällen: Er sieht kein Geschlecht',
      'guess.2': 'In 60 von 100 Fällen, wie zuvor',
      'guess.3': 'In 80 von 100 Fällen',
      task: 'Stellen Sie die Kennzeichnungen auf 80 % der Frauen und 20 % der Männer ein.',
      answer:
        'Anhand der Kennzeichnungen rät der Angreifer in {tags} der Fälle richtig. Anhand wahrer Angaben mit derselben Fehlerquote wären es {truth}: Die Kennzeichnungen verraten {leakage} mehr.',
      remember:
        'Die Antworten eines Modells können Informationen enthalten, nach denen niemand gefragt hat. Leakage misst das: Um wie viel besser rät ein Angreifer anhand der Vorhersagen als anhand wahrer Angaben mit derselben Fehlerquote? Das zeigt, was sich ablesen lässt, nicht, wer es tut.',
      source: 'Wang, Zhao, Yatskar, Chang und Ordonez 2019: Balanced datasets are not enough.',
      'exercise.1': 'Bei welchen Kennzeichnungen erfährt ein Angreifer nichts? Liegt das Modell dann richtig?',
      'exercise.2':
        'Bleiben Sie bei 60 % und 40 %, und fügen Sie Fehler hinzu. Verraten die Kennzeichnungen weniger? Weniger als was?',
      'exercise.3': 'Welche Antworten eines Systems, das Sie benutzen, könnten etwas über Sie verraten?',
      'solution.1':
        'Wenn beide gleich oft gekennzeichnet werden, etwa zu 50 % und 50 %: Der Angreifer rät in 50 von 100 Fällen richtig. Das Modell ist dann nicht genau, denn 60 Frauen und 40 Männer kochen.',
      'solution.2':
        'Nein: Der Angreifer rät weiterhin in 60,0 % der Fälle richtig. Aber die wahren Angaben mit gleich vielen Fehlern verraten weniger, in der Mitte des Reglers 51,0 %, und so steigt die Leakage auf +9,0 Punkte.',
      'solution.3':
        'Empfehlungen können zum Beispiel Alter oder Geschlecht verraten, Wortvorschläge den Wohnort und ein Kreditrahmen das Einkommen.',
      'control.women': 'Frauen mit der Kennzeichnung „Kochen“',
      'control.men': 'Männer mit der Kennzeichnung „Kochen“',
      'control.mistakes': 'Fehler, die die Anteile nicht ändern',
      'now.same':
        'Der Angreifer liegt in {tags} der Fälle richtig, anhand der Kennzeichnungen ebenso wie anhand der wahren Angaben: Das Modell verrät nicht mehr.',
      'now.more':
        'Anhand der Kennzeichnungen liegt der Angreifer in {tags} der Fälle richtig, anhand wahrer Angaben mit derselben Fehlerquote in {truth}: Die Kennzeichnungen verraten mehr.',
      'now.less':
        'Anhand der Kennzeichnungen liegt der Angreifer in {tags} der Fälle richtig, anhand wahrer Angaben mit derselben Fehlerquote in {truth}: Die Kennzeichnungen verraten weniger.',
      'word.chart': 'Diagramm: Anteil der Bilder, auf denen gekocht wird, in Wahrheit und laut Kennzeichnung',
      'word.women': 'Frauen',
      'word.men': 'Männer',
      'word.key': 'Ring: in Wahrheit. Punkt: gekennzeichnet.',
      'word.guessed': 'Wie oft der Angreifer richtig liegt',
      'word.chart2':
        'Diagramm: richtige Antworten anhand der wahren Angaben und der Kennzeichnungen; die Linie entspricht dem Zufall',
      'word.fromTruth': 'Anhand der wahren Angaben',
      'word.fromTags': 'Anhand der Kennzeichnungen',
      'word.leakage': 'Leakage (Informationsabfluss)',
      'word.caption': 'Bilder, auf denen gekocht wird',
      'word.pictures': 'Bilder von',
      'word.truth': 'In Wahrheit',
      'word.tagged': 'Gekennzeichnet',
      'word.caption2': 'Der Angreifer',
      'word.what': 'Kennzahl',
      'word.value': 'Wert',
    },
    certificates: {
      title: 'Was verspricht ein Zertifikat?',
      about:
        'Ein Netz liegt öfter richtig, das andere ist robuster. Erlauben Sie kleine Veränderungen jedes Bildes und beobachten Sie, welches Netz noch richtigliegt.',
      lead: 'Zwei Netze unterscheiden zwei Arten von Bildern. Das kühne liegt öfter richtig, aber knapp; das vorsichtige seltener, aber mit deutlichem Abstand. Ein Zertifikat ist ein Radius um ein Bild, in dem keine Veränderung die Antwort ändern kann.',
      question: 'Nun darf jedes Bild ein wenig verändert werden. Welches Netz liegt dann nachweislich öfter richtig?',
      'guess.1': 'Das kühne, denn es liegt öfter richtig',
      'guess.2': 'Das vorsichtige, ab einem gewissen Radius',
      'guess.3': 'Beide verlieren gleich viel',
      task: 'Vergrößern Sie den Radius, bis das vorsichtige Netz um 20 Punkte vorn liegt.',
      answer:
        'Ohne Veränderung liegt das kühne Netz in {boldAtFirst} der Fälle richtig und das vorsichtige in {carefulAtFirst}. Bei einem Radius von {radius} bleiben nachweislich {bold} der Antworten des kühnen Netzes richtig und {careful} der Antworten des vorsichtigen.',
      remember:
        'Genauigkeit und Robustheit sind zweierlei. Zertifizierte Genauigkeit ist eine Untergrenze: Mindestens so viele Antworten bleiben bei jeder Veränderung innerhalb des Radius richtig. Eine Antwort ohne Zertifikat kann trotzdem robust sein; es ist nur nicht bewiesen. Und die Untergrenze kann für eine Gruppe niedriger sein als für eine andere.',
      source: 'Tsuzuku, Sato und Sugiyama 2018; Serrurier u. a. 2021.',
      'exercise.1': 'Bei welchem Radius sind beide Netze gleich gut? Welches würden Sie verwenden, und wofür?',
      'exercise.2': 'Wie hoch ist die zertifizierte Genauigkeit des kühnen Netzes bei einem Radius von 0,5?',
      'exercise.3':
        'Bei nachts aufgenommenen Bildern sind die Abstände knapper. Was bedeutet das für Menschen, die nachts arbeiten?',
      'solution.1':
        'Zwischen 0,2 und 0,25: bei 0,2 sind es 84,3 % und 84,0 %. Das kühne, wenn sich die Bilder nicht verändern; das vorsichtige, wenn sie verrauscht sind oder jemand sie manipulieren könnte.',
      'solution.2': '10,3 %.',
      'solution.3':
        'Bei ihnen bleiben weniger Antworten nachweislich richtig: Derselbe Radius schützt sie weniger, obwohl die Genauigkeit gleich sein kann. Berichten Sie die zertifizierte Genauigkeit nach Gruppen.',
      'control.radius': 'Erlaubte Veränderung jedes Bildes',
      'now.bold': 'Zertifizierte Genauigkeit: {bold} beim kühnen Netz, {careful} beim vorsichtigen.',
      'now.careful': 'Zertifizierte Genauigkeit: {careful} beim vorsichtigen Netz, nur {bold} beim kühnen.',
      'word.chart': 'Diagramm: zertifizierte Genauigkeit je nach Radius, für beide Netze',
      'word.radius': 'Radius',
      'word.certified': 'zertifizierte Genauigkeit',
      'word.bold': 'kühnes Netz',
      'word.careful': 'vorsichtiges Netz',
      'word.caption': 'Zertifizierte Genauigkeit bei einem Radius von {radius}',
      'word.caption2': 'Zertifizierte Genauigkeit je nach Radius',
      'word.network': 'Netz',
      'word.value': 'Wert',
      'word.interval': '95-%-Konfidenzintervall',
    },
  },
} as const satisfies Catalog;

export default german as Catalog;
