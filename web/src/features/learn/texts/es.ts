// SPDX-License-Identifier: Apache-2,0
//
// Las lecciones en español. Los marcadores entre llaves se sustituyen por cifras que calcula fairwasm.

import type { Catalog } from './lesson-texts.js';

const spanish = {
  common: {
    question: 'Primero, una estimación',
    skip: 'Seguir sin estimar',
    move: 'Pruébalo',
    presets: 'Ajustes predefinidos',
    table: 'Las cifras en una tabla',
    show: 'Mostrar la respuesta',
    answer: 'Qué dicen las cifras',
    'answer.example': 'Por ejemplo, con estos ajustes ({settings}): {answer}',
    'answer.go': 'Usar los ajustes del ejemplo',
    'guessed.right': 'Tu estimación era correcta.',
    'guessed.wrong': 'Tu estimación era otra. La respuesta correcta es: {right}.',
    remember: 'Ideas clave',
    exercises: 'Ejercicios',
    print: 'Imprimir la hoja',
    save: 'Guardar la hoja como Markdown',
    undefined: 'no definido',
    points: 'pp',
    to: 'a',
    'sheet.guess': 'Primero, una estimación',
    'sheet.move': 'Pruébalo',
    'sheet.exercises': 'Ejercicios',
    'sheet.solution': 'Solución',
    'tab.title': '¿Qué significan los números?',
    'tab.lead':
      'Doce lecciones breves. Cada una plantea una pregunta y te deja estimar la respuesta; después mueves un control deslizante y ves lo que ocurre. Todas las cifras se calculan en tu dispositivo con el mismo código que audita los archivos.',
    'tab.all': 'Todas las lecciones',
    'tab.place': '{place} de {all}',
    'tab.large': 'Letra grande',
    'tab.nav': 'Lecciones',
    'tab.previous': 'Anterior: {title}',
    'tab.next': 'Siguiente: {title}',
    'tab.language': 'Idioma',
    'tab.loading': 'Cargando',
    'tab.beyond': 'Para quienes comparan bibliotecas',
    solutions: 'Soluciones',
    'level.1': 'Básico',
    'level.2': 'Intermedio',
    'level.3': 'Avanzado',
    minutes: '{count} minutos',
    after: 'después de «{title}»',
    'needs.percentages': 'porcentajes',
    'needs.charts': 'leer un gráfico',
    'tab.teach': 'Para una clase',
    'class.title': 'Una clase: una población, muchas muestras',
    'class.about':
      'Cada estudiante extrae una muestra distinta. Juntas, las muestras de una clase indican cuánto varía una brecha por azar.',
    'class.lead':
      'Un banco ha decidido sobre las solicitudes de muchísimas personas de dos grupos. Nadie puede revisarlas todas, así que cada estudiante extrae una muestra y estima la brecha: la tasa de aprobación de B menos la tasa de aprobación de A. Después, la clase reúne sus resultados. No se envía nada a ningún servidor; los códigos lo contienen todo.',
    'class.settings': 'Extraer una muestra',
    'class.number': 'Número de la clase',
    'class.number.hint': 'El mismo para todos: determina la población.',
    'class.size': 'Personas por grupo',
    'class.size.hint': 'El mismo número para todos.',
    'class.student': 'Tu número',
    'class.student.hint': 'Distinto para cada estudiante; por ejemplo, tu lugar en la lista.',
    'class.sample': 'Tu muestra',
    'class.drawn':
      'De {size} personas de cada grupo, se aprobó la solicitud de {a} de A y {b} de B. La brecha es {gap}, con un intervalo de confianza al 95 % de {range}.',
    'class.yours': 'Tu brecha',
    'class.chart': 'Gráfico: la brecha de tu muestra con su intervalo de confianza',
    'class.maybe':
      'Tu intervalo contiene el 0: solo con tu muestra no puedes saber si el banco trata a los grupos de manera diferente.',
    'class.differs':
      'Tu intervalo no contiene el 0: tu muestra es un indicio de que las tasas de aprobación son diferentes.',
    'class.code': 'Tu código:',
    'class.copy': 'Copiar el código',
    'class.copied': 'Copiado',
    'class.join': 'Reunir los resultados de la clase',
    'class.paste': 'Pega los códigos de todos los estudiantes, separados por espacios o saltos de línea',
    'class.unreadable': 'esto no es un código',
    'class.other': 'este código es de otra clase o tiene otro número de personas',
    'class.wrong': 'este código contiene un error de escritura',
    'class.twice': 'otro código tiene el mismo número de estudiante',
    'class.simulate': 'Añadir {count} estudiantes simulados',
    'class.joined': 'Las muestras de {count} estudiantes',
    'class.spread':
      'La media de todas las brechas es {mean} y su desviación estándar es {deviation}: una sola muestra puede desviarse fácilmente el doble.',
    'class.truth':
      'La brecha verdadera es {truth}. De {count} intervalos, la contienen {inside} ({share}); en promedio, la contiene el 95 %.',
    'class.reveal': 'Mostrar la brecha verdadera',
    'class.chart.gaps': 'Gráfico: las brechas de todas las muestras, apiladas',
    'class.chart.intervals': 'Gráfico: la brecha de cada muestra con su intervalo de confianza',
    'class.gap': 'Brecha, B menos A',
    'class.samples': 'muestras',
    'class.intervals': 'Cada muestra con su intervalo de confianza al 95 %, por número de estudiante',
    'class.key': 'Línea: la brecha verdadera. Círculos vacíos: muestras cuyo intervalo no la contiene.',
    'class.lesson':
      'Toda la clase ha examinado el mismo banco. Quien obtuvo una brecha grande no cometió ningún error, y quien no obtuvo ninguna brecha tampoco: las muestras varían. Quien audita tiene una sola muestra, y el intervalo es la manera honesta de presentarla.',
    'class.table': 'Muestras de la clase',
    'class.approved': 'Aprobadas, {group}',
    'class.interval': 'Intervalo de confianza al 95 %',
    'teacher.title': 'Para docentes',
    'teacher.about': 'Un plan para tres sesiones, los niveles y las soluciones de todos los ejercicios.',
    'teacher.lead':
      'Doce lecciones para centros de secundaria, universidades y cursos de formación. No hace falta programar, ni tener una cuenta, ni conexión una vez cargada la página.',
    'teacher.how': 'Cómo enseñar con las lecciones',
    'teacher.rule.1':
      'Pide a todos que escriban su estimación antes de mostrar la respuesta. Las respuestas incorrectas son malentendidos frecuentes.',
    'teacher.rule.2':
      'Deja que los estudiantes muevan los controles: comparte la dirección de una lección, o usa la letra grande y un proyector. La dirección contiene las posiciones de los controles.',
    'teacher.rule.3':
      'El texto bajo «Qué dicen las cifras» describe los ajustes de cada estudiante, así que no es igual para todos. Pídeles que lo comparen.',
    'teacher.rule.4':
      'Imprime la hoja de una lección para hacer los ejercicios. Solo contiene las soluciones si se ha mostrado la respuesta.',
    'teacher.plan': 'Plan para tres sesiones',
    'teacher.column.lesson': 'Lección',
    'teacher.column.session': 'Sesión',
    'teacher.column.level': 'Nivel',
    'teacher.column.minutes': 'Minutos',
    'teacher.column.needs': 'Requiere',
    'teacher.column.after': 'Después de',
    'teacher.class':
      'Da a todos la dirección de la clase que figura abajo y un número de estudiante. Cada estudiante te envía un código, por chat o en papel, y tú pegas todos los códigos en la página. A partir de 20 estudiantes se hace visible la distribución muestral.',
    'teacher.class.open': 'Abrir una clase con una población nueva',
    'teacher.solutions': 'Respuestas y soluciones',
    'teacher.question': 'Pregunta',
    'teacher.answer': 'Respuesta',
    'translate.title': 'Traducir las lecciones',
    'translate.about': 'Con una hoja de cálculo, sin programar.',
    'translate.lead':
      'Todos los textos de las lecciones están en una sola tabla. Tradúcela con cualquier programa de hojas de cálculo, pruébala aquí y envía la tabla al proyecto.',
    'translate.save': '1. Guarda la tabla',
    'translate.save.how':
      'La tabla tiene tres columnas: una clave, el texto en inglés y tu traducción. Guarda la tabla en alemán para ver un ejemplo.',
    'translate.table': 'Guardar la tabla vacía',
    'translate.german': 'Guardar la tabla en alemán',
    'translate.fill': '2. Rellena la tercera columna',
    'translate.rule.1':
      'En las dos primeras filas, escribe el código de tu idioma, como «fr», y su propio nombre, como «Français».',
    'translate.rule.2':
      'Las palabras entre llaves, como {size}, se sustituyen por números. Copia cada una de ellas una vez, en cualquier orden.',
    'translate.rule.3': 'No traduzcas los nombres de los métodos ni los de los artículos citados.',
    'translate.rule.4': 'Puedes dejar filas vacías y continuar más tarde: los textos que falten aparecerán en inglés.',
    'translate.try': '3. Pruébala',
    'translate.open': 'Abrir tu tabla',
    'translate.done': '{title} ({tag}): {done} de {all} textos están traducidos.',
    'translate.missing': 'sin traducción',
    'translate.placeholders': 'las palabras entre llaves no coinciden con las del inglés',
    'translate.unknown': 'esta clave no existe',
    'translate.tag': 'escribe el código del idioma, de dos o tres letras',
    'translate.more': '… y {count} más',
    'translate.show': 'Mostrar las lecciones en {title}',
    'translate.source': 'Guardar como archivo fuente',
  },
  lessons: {
    'base-rates': {
      title: '¿Por qué se contradicen las definiciones de equidad?',
      about:
        'Dos grupos solicitan un préstamo. Mueve el umbral de cada grupo y observa qué tasas se igualan y cuáles ya no pueden igualarse.',
      lead: 'Un banco puntúa la probabilidad de que cada persona devuelva un préstamo, y las puntuaciones están calibradas: de las personas con una puntuación de 70, devuelven el préstamo 70 de cada 100, en ambos grupos. Pero en el grupo A hay más personas con puntuaciones altas. El banco concede el préstamo a quien alcanza un umbral o lo supera.',
      question:
        '¿Pueden ser iguales en ambos grupos estas cuatro tasas? (1) La tasa de aprobación; (2) la tasa de aprobación entre las personas que devolverían el préstamo; (3) la tasa de aprobación entre las personas que no lo devolverían; (4) la tasa de devolución de los préstamos aprobados.',
      'guess.1': 'Sí, con un solo umbral para ambos grupos',
      'guess.2': 'Sí, con un umbral para cada grupo',
      'guess.3': 'No',
      task: 'Iguala una de las tasas, con un botón o un control deslizante, y observa las demás.',
      answer:
        'Con umbrales de {a} para A y {b} para B, pueden considerarse iguales {count} de las {all} tasas: {equal}. Otras difieren, y la que más difiere es esta: {worst}, en {most}. Mientras los grupos sean diferentes, ningún par de umbrales iguala las cuatro.',
      'answer.none':
        'Con umbrales de {a} para A y {b} para B, ninguna de las {all} tasas es igual. La que más difiere es esta: {worst}, en {most}. Mientras los grupos sean diferentes, ningún par de umbrales iguala las cuatro.',
      'answer.same':
        'Con umbrales de {a} para A y {b} para B, pueden considerarse iguales todas las {all} tasas: las puntuaciones de los grupos solo difieren en {apart}, así que no hay conflicto.',
      'answer.thresholds':
        'Las puntuaciones de los grupos son iguales. Solo los umbrales, {a} para A y {b} para B, hacen que las tasas difieran, sobre todo esta: {worst}, en {most}. Con el mismo umbral, las {all} serían iguales.',
      remember:
        'Si el resultado es más frecuente en un grupo y nadie puede predecirlo con certeza, ninguna regla iguala todas estas tasas. Es aritmética, no un defecto del modelo: son las personas quienes tienen que decidir qué tasa importa.',
      source: 'Kleinberg, Mullainathan y Raghavan 2016; Chouldechova 2017.',
      'exercise.1':
        'Un umbral único trata igual las puntuaciones iguales. ¿Qué tasas son entonces iguales y cuáles no?',
      'exercise.2': 'Iguala las tasas de aprobación. ¿Qué ocurre con las tasas de devolución? ¿Quién asume el coste?',
      'exercise.3':
        'Usa un solo umbral y reduce a 0 puntos la diferencia entre los grupos. ¿Qué tasas son iguales ahora y por qué?',
      'solution.1':
        'Ninguna. Con el 50 % para ambos, A tiene la tasa más alta en las cuatro: se aprueba el 68,8 % frente al 27,5 % de las solicitudes, y se devuelve el 71,0 % frente al 60,9 % de los préstamos.',
      'solution.2':
        'Los umbrales son entonces el 63 % para A y el 40 % para B, y se devuelve el 77,5 % de los préstamos a A, pero solo el 54,1 % de los préstamos a B. El banco pierde más dinero con los préstamos a B; las personas de A con puntuaciones entre 40 y 63 no reciben un préstamo, aunque las de B con la misma puntuación sí lo reciben; y las personas de B que no pueden devolverlo cargan con la deuda.',
      'solution.3':
        'Las cuatro. Ambos grupos tienen entonces las mismas puntuaciones, de modo que el mismo umbral tiene el mismo efecto en los dos.',
      'control.a': 'Umbral de A',
      'control.b': 'Umbral de B',
      'control.apart': 'Diferencia entre las puntuaciones de los grupos',
      'preset.one': 'Un solo umbral',
      'preset.loans': 'Tasas de aprobación iguales',
      'preset.chances': 'Tasas de aprobación iguales entre quienes devolverían el préstamo',
      'now.one': '{count} de {all} tasas son iguales. La misma puntuación conduce a la misma decisión en ambos grupos.',
      'now.two': '{count} de {all} tasas son iguales, con umbrales de {a} para A y {b} para B.',
      'now.same': '{count} de {all} tasas son iguales. Los grupos no difieren, así que no hay conflicto.',
      'now.close':
        '{count} de {all} tasas son iguales. Los grupos difieren en {apart}, demasiado poco para que se vea un conflicto.',
      'word.group': 'Grupo {group}',
      'word.histogram': 'Gráfico: puntuaciones del grupo {group}, préstamos con puntuaciones de {threshold} o más',
      'word.key':
        'Barras oscuras: devolverían el préstamo. Barras claras: no lo devolverían. Barras pálidas: por debajo del umbral.',
      'word.caption': 'Tasas de ambos grupos. Iguales: una diferencia de {tolerance} como máximo.',
      'word.share': 'Tasa',
      'word.difference': 'Diferencia',
      'word.alike': 'iguales',
      'word.selectionRate': 'Tasa de aprobación (paridad demográfica)',
      'word.truePositiveRate': 'Tasa de aprobación, lo devolverían (igualdad de oportunidades)',
      'word.falsePositiveRate':
        'Tasa de aprobación, no lo devolverían (con la tasa anterior: probabilidades igualadas, «equalized odds»)',
      'word.positivePredictiveValue': 'Tasa de devolución de los préstamos (paridad predictiva)',
      'word.scores': 'Las puntuaciones de ambos grupos',
      'word.score': 'Puntuación, de 0 a 100',
      'word.people': '{group}, personas',
      'word.positive': '{group}, lo devolverían',
      'word.band': '{from} a {to}',
    },
    thresholds: {
      title: '¿Qué cuesta un umbral?',
      about:
        'Una prueba para detectar una enfermedad. Baja su umbral hasta que detecte a nueve de cada diez pacientes que la tienen y cuenta las falsas alarmas.',
      lead: 'Una prueba da a cada paciente una puntuación para una enfermedad y activa una alarma cuando la puntuación alcanza o supera un umbral. Las puntuaciones están calibradas: de los pacientes con una puntuación de 50, la mitad está enferma. Con un umbral del 50 %, la alarma pasa por alto a casi la mitad de los enfermos.',
      question:
        'La clínica baja el umbral hasta que la alarma detecta a nueve de cada diez enfermos. ¿Cuántas de sus alarmas son entonces falsas?',
      'guess.1': 'Menos que antes, porque detecta a más enfermos',
      'guess.2': 'Tantas como antes, alrededor de un tercio',
      'guess.3': 'Más de la mitad',
      task: 'Baja el umbral hasta que se detecte al menos al 90 % de los enfermos.',
      answer:
        'Con un umbral de {threshold}, se detecta a {found} de los enfermos. La alarma también se activa entonces para {alarmed} de los pacientes sanos, y {false} de todas las alarmas son falsas.',
      remember:
        'Un umbral no hace que una prueba sea mejor o peor; determina quién sufre los errores. Detectar a más enfermos siempre implica más falsas alarmas, y cuántas son depende de lo frecuente que sea la enfermedad. La estadística no puede decidir si merece la pena.',
      source: 'Swets, Dawes y Monahan 2000: Better decisions through diagnostic science.',
      'exercise.1':
        '¿Con qué umbral es falsa como máximo una de cada cinco alarmas? ¿A quién pasa por alto entonces la prueba?',
      'exercise.2':
        'Supón que un diagnóstico omitido cuesta diez veces más que una falsa alarma. ¿Dónde pondrías el umbral?',
      'exercise.3':
        'Nombra una decisión de tu propia vida en la que se use un umbral así. ¿Quién lo fijó y quién paga los errores?',
      'solution.1':
        'Con el 69 %. Entonces detecta solo al 23,0 % de los enfermos y pasa por alto a más de tres cuartas partes.',
      'solution.2':
        'Aproximadamente en el 9 %: una alarma vale lo que cuesta si la probabilidad de enfermedad es de al menos 1 entre 11, porque diez veces 1/11 es igual a una vez 10/11. Entonces se detecta al 98,3 % de los enfermos y se alarma al 79,2 % de los sanos.',
      'solution.3':
        'Ejemplos: la nota mínima para aprobar un examen, un radar de velocidad, un filtro de correo no deseado, una puntuación de crédito. Quien fija el umbral decide entre dos errores, y a menudo son otros quienes los pagan.',
      'control.threshold': 'Umbral de la alarma',
      'now.few': 'Se detecta a {found} de los enfermos. De las alarmas, {false} son falsas.',
      'now.many': 'Se detecta a {found} de los enfermos, y {false} de las alarmas son falsas.',
      'word.histogram': 'Gráfico: puntuaciones de todos los pacientes, alarma con puntuaciones de {threshold} o más',
      'word.key': 'Barras oscuras: enfermos. Barras claras: sanos. Barras pálidas: por debajo del umbral.',
      'word.chart': 'Gráfico: enfermos detectados, pacientes sanos alarmados y falsas alarmas',
      'word.truePositiveRate': 'Enfermos detectados',
      'word.falsePositiveRate': 'Sanos alarmados',
      'word.falseDiscoveryRate': 'Falsas alarmas entre las alarmas',
      'word.caption': 'Efecto del umbral',
      'word.share': 'Proporción',
      'word.value': 'Valor',
      'word.scores': 'Las puntuaciones de los pacientes',
      'word.score': 'Puntuación, de 0 a 100',
      'word.people': 'Pacientes',
      'word.positive': 'Enfermos',
      'word.band': '{from} a {to}',
    },
    calibration: {
      title: '¿Cuándo es correcta una puntuación?',
      about:
        'Haz que todas las puntuaciones de un grupo sean demasiado altas. Las métricas de ordenación no cambian, pero quien confía en el número se equivoca.',
      lead: 'Una puntuación indica la probabilidad de un suceso. En ambos grupos, el suceso ocurre en entre 15 y 85 de cada 100 casos, y las puntuaciones de A coinciden con ello. Ahora todas las puntuaciones de B se desplazan unos puntos.',
      question:
        'Todas las puntuaciones de B son diez puntos demasiado altas. ¿Siguen ordenando igual de bien a las personas? Es decir, ¿cambia el área bajo la curva ROC (AUC) de B?',
      'guess.1': 'Baja, porque las puntuaciones son erróneas',
      'guess.2': 'Se mantiene igual',
      'guess.3': 'Sube, porque las puntuaciones son más altas',
      task: 'Desplaza las puntuaciones de B ocho puntos o más, hacia arriba o hacia abajo.',
      answer:
        'La AUC es {areaB} para B y {areaA} para A: el orden no ha cambiado, y la AUC depende solo del orden. Pero las puntuaciones de B se apartan ahora de las frecuencias observadas en {errorB}, y con un umbral del 50 % se selecciona a {selectedB} de B en lugar de {selectedA}.',
      remember:
        'Una buena ordenación y unos números correctos son cosas distintas. La AUC solo tiene en cuenta el orden; la calibración pregunta si una puntuación de 70 significa 70 de cada 100. Si un umbral o una persona se basa en el número, comprueba la calibración por separado en cada grupo.',
      source: 'Naeini, Cooper y Hauskrecht 2015; Pleiss, Raghavan, Wu, Kleinberg y Weinberger 2017.',
      'exercise.1':
        'Desplaza las puntuaciones de B hacia abajo. ¿A quién perjudica ahora, si reciben un préstamo las personas con puntuaciones altas?',
      'exercise.2':
        'Ambos grupos tienen las mismas probabilidades verdaderas. Con un desplazamiento de cinco puntos y un umbral del 50 %, ¿en cuánto difieren las tasas de selección?',
      'exercise.3':
        'Dibuja la curva de unas puntuaciones demasiado seguras: las altas son demasiado altas y las bajas, demasiado bajas.',
      'solution.1':
        'A las personas de B que devolverían el préstamo: con puntuaciones diez puntos demasiado bajas, recibe un préstamo el 40,0 % de B en lugar del 53,3 %.',
      'solution.2': 'En 6,7 puntos porcentuales: se selecciona al 60,0 % o al 46,7 % de B, y al 53,3 % de A.',
      'solution.3':
        'La curva es más plana que la diagonal: está por encima de ella en las puntuaciones bajas, porque el suceso ocurre más a menudo de lo que indican, y por debajo en las puntuaciones altas.',
      'control.shift': 'Desplazamiento de las puntuaciones de B',
      'now.right': 'Las puntuaciones de ambos grupos coinciden con las frecuencias observadas.',
      'now.high': 'Las puntuaciones de B son, en promedio, {errorB} demasiado altas.',
      'now.low': 'Las puntuaciones de B son, en promedio, {errorB} demasiado bajas.',
      'word.chart': 'Gráfico: frecuencia observada según la puntuación, para A y B',
      'word.x': 'puntuación, de 0 a 100',
      'word.y': 'frecuencia observada, de 100',
      'word.diagonal': 'Diagonal: puntuaciones calibradas.',
      'word.caption': 'Ordenación y calibración',
      'word.group': 'Grupo',
      'word.area': 'AUC',
      'word.error': 'Error de calibración',
      'word.selected': 'Seleccionados con el 50 % o más',
      'word.curve': 'Curvas de calibración',
      'word.score': 'Grupo y puntuación media',
      'word.happened': 'Frecuencia observada',
    },
    'small-groups': {
      title: '¿Por qué los grupos pequeños nos dicen tan poco?',
      about:
        'Mantén la tasa y aumenta el tamaño del grupo: el intervalo de confianza se estrecha. Después, extrae grupos al azar.',
      lead: 'En un grupo grande de 2000 personas, se contrató a la mitad. En un grupo pequeño de diez personas, se contrató a siete.',
      question:
        'Se contrató a siete de diez. ¿Qué tasas verdaderas son compatibles con eso, con una confianza del 95 %?',
      'guess.1': 'Aproximadamente del 65 al 75 %',
      'guess.2': 'Aproximadamente del 55 al 85 %',
      'guess.3': 'Aproximadamente del 40 al 90 %',
      task: 'Mantén la tasa en el 70 % y aumenta el grupo hasta que su intervalo ya no incluya la línea del 50 %.',
      answer:
        'Con siete de diez, el intervalo es tan ancho que incluye de sobra el 50 %. Con {size} personas, de las que se contrató a {hired}, el intervalo queda por encima del 50 %: {range}.',
      'answer.below':
        'Con siete de diez, el intervalo es tan ancho que incluye de sobra el 50 %. Con {size} personas, de las que se contrató a {hired}, el intervalo queda por debajo del 50 %: {range}.',
      'answer.open':
        'Con {size} personas, de las que se contrató a {hired}, el intervalo de {range} incluye el 50 %: las cifras son compatibles con una tasa verdadera de la mitad. Un grupo más grande tiene un intervalo más estrecho.',
      remember:
        'La tasa de un grupo pequeño es poco más que una anécdota: no demuestra que se trate peor al grupo, ni tampoco lo contrario. Con cuatro veces más personas, el intervalo mide la mitad. Y alrededor de uno de cada veinte intervalos al 95 % no contiene la tasa verdadera, así que quien examine muchos grupos encontrará alguno llamativo.',
      source: 'Wilson 1927; Brown, Cai y DasGupta 2001.',
      'exercise.1': '¿Cuántas personas hacen falta para distinguir el 60 % del 50 %?',
      'exercise.2':
        'Extrae varias veces grupos de diez. Anota cada vez el grupo más llamativo. ¿Cómo informaría de ello un periódico?',
      'exercise.3':
        'En tus extracciones, ¿cuántas veces un intervalo no contenía la tasa verdadera? ¿Con qué frecuencia debería ocurrir?',
      'solution.1':
        'Unas 100 personas: con 60 de 100 contratadas, el intervalo va de 50,2 a 69,1 %; con 30 de 50, todavía incluye el 50 %.',
      'solution.2':
        'En la mayoría de las extracciones, algún grupo tiene una tasa del 20 o 30 % y otro del 70 u 80 %, aunque se trata igual a todos. Un periódico diría que a un grupo se le contrata el triple que a otro.',
      'solution.3':
        'Alrededor de uno de cada veinte intervalos; es decir, en promedio, uno por cada extracción de veinte grupos. En grupos de diez son menos, porque con diez personas solo hay once tasas posibles.',
      'control.size': 'Personas en el grupo pequeño',
      'control.share': 'Porcentaje de contratados',
      'control.draw': 'Extraer veinte grupos',
      'now.open':
        '{hired} de {size}: el intervalo de {range} incluye el 50 %, así que no se puede descartar que se trate igual a los grupos.',
      'now.apart': '{hired} de {size}: el intervalo de {range} excluye el 50 %. Comparación con el grupo grande: {p}.',
      'word.chart':
        'Gráfico: porcentaje de contratados en el grupo grande y en el pequeño, con intervalos de confianza',
      'word.large': 'Grupo grande',
      'word.small': 'Grupo pequeño',
      'word.twenty': 'Veinte grupos de {size}, cada persona contratada con una probabilidad de un medio',
      'word.chart20':
        'Gráfico: porcentaje de contratados en veinte grupos tratados por igual, con intervalos de confianza',
      'word.caption': 'Grupo pequeño y grupo grande',
      'word.caption20': 'Veinte grupos extraídos al azar',
      'word.group': 'Grupo',
      'word.value': 'Proporción',
      'word.interval': 'Intervalo de confianza al 95 %',
    },
    'intervals-and-tests': {
      title: 'Dos intervalos se solapan. ¿Se debe al azar la diferencia?',
      about:
        'Dos tasas con sus intervalos de confianza. Sepáralas y observa cuándo la diferencia es estadísticamente significativa aunque los intervalos se solapen.',
      lead: 'En dos grupos de 200 personas cada uno, se contrató a algunas. Cada tasa tiene un intervalo de confianza al 95 %. Mucha gente cree que, si los intervalos se solapan, no hay indicios de una diferencia.',
      question:
        'Los intervalos de dos tasas se solapan. ¿Puede ser la diferencia, aun así, estadísticamente significativa?',
      'guess.1': 'Sí',
      'guess.2': 'No, eso es lo que significa que se solapen',
      'guess.3': 'Solo si los grupos tienen tamaños diferentes',
      task: 'Aumenta la tasa de B hasta que la prueba sea significativa (p menor que 0,05) mientras los intervalos aún se solapan.',
      answer:
        'A: {a}, B: {b}. Los intervalos se solapan, pero la diferencia es {difference}, con un intervalo de confianza de {range}, que excluye el 0 ({p}).',
      'answer.apart':
        'A: {a}, B: {b}. Los intervalos no se solapan, y la diferencia es {difference}, con un intervalo de confianza de {range}, que excluye el 0 ({p}).',
      'answer.open':
        'A: {a}, B: {b}. Los intervalos se solapan, y la diferencia es {difference}, con un intervalo de confianza de {range}, que incluye el 0 ({p}). Con más personas o una diferencia mayor, excluye el 0 mientras los intervalos todavía se solapan.',
      remember:
        'No compares dos intervalos entre sí; usa el intervalo de confianza de la diferencia. Es raro que dos tasas se desvíen a la vez en sentidos opuestos, así que la diferencia es menos incierta que la suma de ambas incertidumbres. Si los intervalos no se solapan, las tasas difieren de forma significativa; si se solapan, no puedes concluir lo contrario.',
      source: 'Schenker y Gentleman 2001; Newcombe 1998.',
      'exercise.1': 'Con 2000 personas en cada grupo: ¿a partir de qué tasa de B es p menor que 0,05?',
      'exercise.2': 'Busca dos tasas cuyos intervalos apenas se toquen. ¿Cuánto vale p?',
      'exercise.3':
        'Un informe muestra dos intervalos que se solapan y concluye: «no hay diferencia». Escribe una frase que lo corrija.',
      'solution.1': 'A partir del 54 %, si A tiene el 50 %: p es 0,058 con el 53 % y 0,011 con el 54 %.',
      'solution.2':
        'Con 200 personas, los intervalos del 50 % y el 64 % apenas se tocan: van de 43,1 a 56,9 % y de 57,1 a 70,3 %, y p es aproximadamente 0,005, muy por debajo de 0,05.',
      'solution.3':
        'Por ejemplo: «Los intervalos se solapan, pero solo el intervalo de la diferencia indica si las tasas difieren; aquí excluye el 0».',
      'control.a': 'Porcentaje de contratados en A',
      'control.b': 'Porcentaje de contratados en B',
      'control.size': 'Personas en cada grupo',
      'now.overlap.chance':
        'Los intervalos se solapan y no se puede descartar el azar: la diferencia es {difference}, {p}.',
      'now.overlap.sure':
        'Los intervalos se solapan. Aun así, estos datos serían raros si no hubiera diferencia: {difference}, {p}.',
      'now.apart.sure':
        'Los intervalos no se solapan, y estos datos serían raros si no hubiera diferencia: {difference}, {p}.',
      'now.apart.chance': 'Los intervalos no se solapan, pero la prueba no es significativa: {difference}, {p}.',
      'word.chart': 'Gráfico: porcentaje de contratados en A y B, con intervalos de confianza',
      'word.difference': 'Diferencia entre las tasas',
      'word.chart2': 'Gráfico: la diferencia entre B y A, con su intervalo de confianza',
      'word.caption': 'Las dos tasas y su diferencia',
      'word.group': 'Grupo',
      'word.value': 'Valor',
      'word.interval': 'Intervalo de confianza al 95 %',
    },
    'four-fifths': {
      title: '¿Qué dice la regla de los cuatro quintos?',
      about:
        'Contrata a una persona más y cambia el veredicto. Usa diez veces más personas y observa lo que la regla pasa por alto.',
      lead: 'En Estados Unidos, una regla práctica pregunta: ¿es la tasa de selección de un grupo menor que cuatro quintos de la tasa más alta? Una empresa contrató a 48 de 80 hombres y a 9 de 20 mujeres.',
      question:
        'La tasa de las mujeres es menor que cuatro quintos de la de los hombres. ¿A cuántas mujeres más tendría que contratar la empresa para cumplir la regla?',
      'guess.1': 'A una',
      'guess.2': 'A cuatro',
      'guess.3': 'A diez',
      task: 'Contrata a más mujeres hasta que la razón ya no sea menor que 0,8.',
      answer:
        'Con {women} de {allWomen} mujeres contratadas, la razón es {ratio}: una sola persona ha cambiado el veredicto. El intervalo de confianza al 95 % ({range}) es compatible con ambos veredictos.',
      'answer.more':
        'Con {women} de {allWomen} mujeres contratadas, la razón es {ratio}, con un intervalo de confianza al 95 % de {range}. Diez mujeres habrían bastado: una más que en la pregunta cambia el veredicto.',
      'answer.below.women':
        'Con {women} de {allWomen} mujeres y {men} de {allMen} hombres contratados, la tasa de los hombres es la más alta. La razón de las mujeres respecto a ella es {ratio} (intervalo de confianza al 95 %: {range}), menor que cuatro quintos; prueba de Fisher: {p}.',
      'answer.below.men':
        'Con {women} de {allWomen} mujeres y {men} de {allMen} hombres contratados, la tasa de las mujeres es la más alta. La razón de los hombres respecto a ella es {ratio} (intervalo de confianza al 95 %: {range}), menor que cuatro quintos; prueba de Fisher: {p}.',
      'answer.above.women':
        'Con {women} de {allWomen} mujeres y {men} de {allMen} hombres contratados, la tasa de los hombres es la más alta. La razón de las mujeres respecto a ella es {ratio} (intervalo de confianza al 95 %: {range}), no menor que cuatro quintos; prueba de Fisher: {p}.',
      'answer.above.men':
        'Con {women} de {allWomen} mujeres y {men} de {allMen} hombres contratados, la tasa de las mujeres es la más alta. La razón de los hombres respecto a ella es {ratio} (intervalo de confianza al 95 %: {range}), no menor que cuatro quintos; prueba de Fisher: {p}.',
      'answer.equal':
        'Con {women} de {allWomen} mujeres y {men} de {allMen} hombres contratados, ambas tasas son iguales, y la razón es {ratio}.',
      remember:
        'La regla es una primera comprobación, no una demostración. Con pocas personas, una sola decisión puede cambiar el veredicto; con muchas, una razón mayor que 0,8 puede ocultar una diferencia muy significativa. Lee la razón junto con su intervalo de confianza y una prueba, e indica los tamaños de las muestras.',
      source: 'Uniform Guidelines on Employee Selection Procedures, 29 CFR 1607.4(D), 1978.',
      'exercise.1': 'Usa diez veces más personas con las mismas tasas. ¿Qué ocurre con la razón y con p?',
      'exercise.2':
        'Usa diez veces más personas y una razón entre 0,8 y 0,9: ¿cuándo es p menor que 0,05? ¿Qué dice la regla?',
      'exercise.3':
        '¿A cuántos hombres menos tendría que contratar la empresa para cumplir la regla? ¿A quién beneficiaría?',
      'solution.1':
        'La razón sigue siendo 0,75, pero p baja de muy por encima de 0,05 a menos de 0,001: las mismas tasas son un indicio más fuerte si proceden de más personas.',
      'solution.2':
        'Con 100 de 200 mujeres, la razón es 0,83 y p es 0,013. La regla no detecta nada, aunque la diferencia es significativa.',
      'solution.3':
        'A tres: con 45 de 80 hombres, la razón es 0,80. No se contrata a ninguna mujer más, así que no beneficia a nadie.',
      'control.women': 'Mujeres contratadas, de 20',
      'control.men': 'Hombres contratados, de 80',
      'control.times': 'Número de personas: × 1 o × 10',
      'now.none': 'No se contrató a nadie, así que la razón no está definida.',
      'now.below.women':
        'La razón de las mujeres respecto a la tasa más alta, la de los hombres, es {ratio}: menor que cuatro quintos. Mujeres que habría que contratar además: {missing}. Prueba de Fisher: {p}.',
      'now.below.men':
        'La razón de los hombres respecto a la tasa más alta, la de las mujeres, es {ratio}: menor que cuatro quintos. Hombres que habría que contratar además: {missing}. Prueba de Fisher: {p}.',
      'now.above.women':
        'La razón de las mujeres respecto a la tasa más alta, la de los hombres, es {ratio}: no menor que cuatro quintos. Prueba de Fisher: {p}.',
      'now.above.men':
        'La razón de los hombres respecto a la tasa más alta, la de las mujeres, es {ratio}: no menor que cuatro quintos. Prueba de Fisher: {p}.',
      'now.equal': 'Ambas tasas son iguales: la razón es {ratio}.',
      'word.chart':
        'Gráfico: porcentaje de hombres y mujeres contratados; la línea marca cuatro quintos de la tasa más alta',
      'word.men': 'Hombres',
      'word.women': 'Mujeres',
      'word.line': 'Línea: cuatro quintos de la tasa más alta.',
      'word.test': 'Prueba exacta de Fisher',
      'word.interval': 'Intervalo de confianza al 95 % de la razón',
      'word.missing': 'Faltan para los cuatro quintos',
      'word.caption': 'Candidatos contratados',
      'word.caption2': 'Resultados de la regla y de la prueba',
      'word.group': 'Grupo',
      'word.applied': 'Candidaturas',
      'word.hired': 'Contratados',
      'word.rate': 'Tasa',
      'word.what': 'Métrica',
      'word.value': 'Valor',
      'word.ratio.women': 'Razón, mujeres respecto a hombres',
      'word.ratio.men': 'Razón, hombres respecto a mujeres',
    },
    simpson: {
      title: '¿Cómo puede una tabla apoyar dos conclusiones opuestas?',
      about:
        'Las admisiones en Berkeley en 1973 y la paradoja de Simpson. Haz que las mujeres soliciten plaza en los mismos departamentos que los hombres, y la diferencia se invierte.',
      lead: 'En 1973, la Universidad de California en Berkeley admitió al 44,5 % de los hombres que solicitaron plaza en sus seis departamentos más grandes y al 30,4 % de las mujeres.',
      question: '¿En cuántos de los seis departamentos se admitió a las mujeres con más frecuencia que a los hombres?',
      'guess.1': 'En ninguno',
      'guess.2': 'En uno o dos',
      'guess.3': 'En cuatro',
      task: 'Dentro de cada departamento no cambia nada. Cambia solo dónde solicitan plaza las mujeres, hasta que lo hagan en los mismos departamentos que los hombres.',
      answer:
        'Se admitió a las mujeres con más frecuencia en {ahead} de {departments} departamentos. Si {moved} de las mujeres hubieran solicitado plaza donde lo hicieron los hombres, se habría admitido a {women} de todas las mujeres, frente a {men} de los hombres: la diferencia se invierte, aunque ningún departamento cambió sus decisiones.',
      'answer.less':
        'Se admitió a las mujeres con más frecuencia en {ahead} de {departments} departamentos. Si {moved} de las mujeres hubieran solicitado plaza donde lo hicieron los hombres, se habría admitido a {women} de todas las mujeres, frente a {men} de los hombres: no más que a los hombres, porque más de las otras mujeres solicitaron plaza en departamentos que admiten a pocas personas.',
      remember:
        'Una diferencia en el conjunto de todas las filas puede invertirse dentro de cada parte. Ambos resultados son correctos; responden a preguntas distintas. Las tasas por departamento muestran cómo decidieron los departamentos. Las tasas globales muestran qué les ocurrió a los solicitantes, por la razón que fuera. Por qué las mujeres solicitaron plaza en departamentos que admiten a pocas personas es otra pregunta.',
      source: 'Bickel, Hammel y O’Connell 1975.',
      'exercise.1':
        '¿En qué departamentos solicitó plaza la mayoría de las mujeres, y en cuáles la mayoría de los hombres? ¿Qué tasas de admisión hay en ellos? Usa la tabla.',
      'exercise.2': '¿En qué posición del control deslizante son iguales ambas tasas?',
      'exercise.3': 'Piensa en una cifra global de las noticias. ¿Cómo la desglosarías antes de creértela?',
      'solution.1':
        'La mayoría de las mujeres solicitó plaza en C, E y D, que admiten a un tercio o menos, y 341 en F, que admite del 6 al 7 %. La mayoría de los hombres solicitó plaza en A y B, que admiten a más del 60 %.',
      'solution.2':
        'Entre el 65 y el 70 %: se admite al 44,2 % de las mujeres con el 65 %, al 45,2 % con el 70 %, y al 44,5 % de los hombres.',
      'solution.3':
        'Por el factor que lleva a las personas a partes distintas: departamentos, ocupaciones, grupos de edad, regiones o la gravedad de una enfermedad.',
      'control.moved': 'Mujeres que solicitan plaza donde lo hicieron los hombres',
      'now.less':
        'En conjunto, se admite a las mujeres con menos frecuencia que a los hombres, con una diferencia de {apart}.',
      'now.more':
        'En conjunto, ahora se admite a las mujeres con más frecuencia que a los hombres, con una diferencia de {apart}.',
      'word.chart': 'Gráfico: porcentaje de hombres y mujeres admitidos, en conjunto y por departamento',
      'word.all': 'En conjunto',
      'word.department': 'Departamento {name}',
      'word.men': 'hombres',
      'word.women': 'mujeres',
      'word.size': 'Departamentos: una marca más grande significa más solicitantes.',
      'word.caption': 'Admisiones',
      'word.part': 'Departamento',
      'word.menApplied': 'Hombres solicitantes',
      'word.menAdmitted': 'Hombres admitidos',
      'word.womenApplied': 'Mujeres solicitantes',
      'word.womenAdmitted': 'Mujeres admitidas',
    },
    proxies: {
      title: '¿Basta con eliminar una columna?',
      about:
        'Una decisión depende solo del distrito. Deja que los grupos se separen y observa cómo la columna eliminada sigue teniendo efecto.',
      lead: 'Un banco no quiere saber a qué grupo pertenecen las personas, así que ha borrado la columna. Concede los préstamos según el distrito: a 80 de cada 100 solicitantes en el norte y a 30 de cada 100 en el sur, sin tener en cuenta a la persona. Al principio, los grupos A y B están repartidos por igual entre ambos distritos.',
      question: 'La decisión nunca usa el grupo. ¿Pueden diferir, aun así, las tasas de los grupos?',
      'guess.1': 'No, los datos que no se usan no pueden tener efecto',
      'guess.2': 'Sí, si los grupos viven en distritos diferentes',
      'guess.3': 'Solo si el banco comete errores',
      task: 'Separa los grupos cada vez más, hasta que sus tasas difieran en 30 puntos.',
      answer:
        'Cuando {lives} de cada grupo viven en su propio distrito, reciben un préstamo {a} de A y {b} de B: una diferencia de {apart}, aunque dentro de cada distrito se trata igual a ambos grupos. El distrito por sí solo revela el grupo de {guessed} de las personas.',
      remember:
        'Eliminar una columna no elimina su información si otras columnas son variables proxy, es decir, si permiten deducirla. Necesitas la columna para descubrirlo: consérvala para la auditoría, úsala para comparar las tasas de los grupos y comprueba con qué acierto predice el grupo cada una de las demás columnas.',
      source: 'Dwork, Hardt, Pitassi, Reingold y Zemel 2012; Barocas y Selbst 2016.',
      'exercise.1': '¿Hasta qué punto están separados los grupos cuando las tasas difieren en diez puntos?',
      'exercise.2':
        'Dentro de cada distrito se trata igual a ambos grupos. ¿Es el banco responsable de la diferencia? Da una razón para cada respuesta.',
      'exercise.3': '¿Qué columnas de una solicitud de empleo son variables proxy de la edad? ¿Cómo lo medirías?',
      'solution.1': 'En el 60 %: recibe un préstamo el 60,0 % de A y el 50,0 % de B.',
      'solution.2':
        'Sí: eligió un criterio que trata a los grupos de manera diferente, y podría haberlo sabido. No: trata igual a los solicitantes iguales y no causó la separación. El derecho y la ética distinguen ambas cosas: la intención y el efecto.',
      'solution.3':
        'El año de graduación, los años de experiencia, el nombre de pila y el proveedor de correo electrónico. Mide con qué acierto predice la edad cada columna, por ejemplo con fairwasm proxies.',
      'control.apart': 'Personas que viven en el distrito de su grupo',
      'now.alike': 'Las tasas son iguales: {a} de A y {b} de B. El distrito no aporta información sobre el grupo.',
      'now.apart': 'Las tasas difieren en {apart}: {a} de A y {b} de B.',
      'word.chart': 'Gráfico: tasas de aprobación de ambos grupos',
      'word.group': 'Grupo {group}',
      'word.inside': 'Dentro de un distrito',
      'word.chart2': 'Gráfico: tasas de aprobación de ambos grupos dentro de cada distrito',
      'word.north': 'Norte',
      'word.south': 'Sur',
      'word.guessed': 'Grupo adivinado correctamente a partir del distrito',
      'word.caption': 'Préstamos',
      'word.caption2': 'El distrito como variable proxy del grupo',
      'word.who': 'Distrito',
      'word.everywhere': 'En todas partes',
      'word.value': 'Valor',
    },
    'similar-people': {
      title: '¿Tratan las tasas iguales de forma similar a personas similares?',
      about: 'Dos grupos con tasas iguales. Deja cada vez más decisiones al azar: las tasas se mantienen.',
      lead: 'Ochenta personas solicitan un préstamo. En cada grupo, el banco se lo concede a la mitad a la que le quedan más ingresos después de pagar sus deudas. Luego empieza a tomar algunas decisiones por sorteo.',
      question: 'Un sorteo reparte los préstamos, tantos en cada grupo como antes. ¿Qué cifra indica que algo va mal?',
      'guess.1': 'La tasa de aprobación de cada grupo',
      'guess.2': 'La diferencia entre los grupos',
      'guess.3': 'Hasta qué punto se trata de forma similar a personas con datos similares',
      task: 'Deja que el sorteo tome al menos el 80 % de las decisiones.',
      answer:
        'Las tasas siguen siendo {a} y {b}, es decir, iguales. Pero la consistencia, que compara a cada persona con las cinco más similares, es de {consistency}.',
      remember:
        'Las métricas de grupo comparan tasas, y un sorteo tiene tasas perfectas. La equidad individual plantea otra pregunta: ¿se trata de forma similar a personas similares? Tienes que definir qué significa «similar», y ninguna fórmula puede tomar esa decisión por ti.',
      source: 'Dwork et al. 2012; Zemel, Wu, Swersky, Pitassi y Dwork 2013.',
      'exercise.1':
        '¿Con qué porcentaje de decisiones al azar baja la consistencia del 75 %? Repite el sorteo varias veces.',
      'exercise.2':
        'Busca en el gráfico dos personas que estén cerca pero reciban un trato diferente. ¿Qué le dirías a la que no recibe el préstamo?',
      'exercise.3': '¿Qué columnas deberían definir «similar» en este caso? ¿Cuáles no, y quién lo decide?',
      'solution.1':
        'Alrededor de un tercio: en la mayoría de los sorteos, la consistencia es menor del 75 % a partir de un 35 % de decisiones al azar. Los sorteos individuales difieren en varios puntos.',
      'solution.2':
        'No hay ninguna razón que darle: las dos personas no se diferencian en nada que importe. Solo las distingue el sorteo.',
      'solution.3':
        'Aquí, los ingresos y las deudas. No la pertenencia a un grupo ni el código postal. Las personas afectadas deberían poder opinar; una fórmula no puede decidirlo.',
      'control.lot': 'Decisiones por sorteo',
      'control.draw': 'Repetir el sorteo',
      'now.rule':
        'Todas las decisiones siguen la regla: reciben un préstamo {a} de A y {b} de B, y la consistencia es de {consistency}.',
      'now.lot':
        'El sorteo toma {lot} de las decisiones: siguen recibiendo un préstamo {a} de A y {b} de B, pero la consistencia es de {consistency}.',
      'word.chart': 'Gráfico: personas según sus ingresos y deudas, y quién recibe un préstamo',
      'word.income': 'ingresos',
      'word.debt': 'deudas',
      'word.little': 'bajo',
      'word.much': 'alto',
      'word.key': 'Círculo relleno: recibe un préstamo. Círculo vacío: no lo recibe.',
      'word.consistency': 'Consistencia, cinco vecinos',
      'word.caption': 'Métricas',
      'word.what': 'Métrica',
      'word.value': 'Valor',
      'word.interval': 'Intervalo de confianza al 95 %',
      'word.rateA': 'Tasa de aprobación de A',
      'word.rateB': 'Tasa de aprobación de B',
      'word.people': 'Todas las personas',
      'word.person': 'Persona',
      'word.incomeShort': 'Ingresos',
      'word.debtShort': 'Deudas',
      'word.loan': 'Préstamo',
      'word.yes': 'sí',
      'word.no': 'no',
    },
    amplification: {
      title: '¿Qué es la amplificación del sesgo y qué no es?',
      about:
        'Un modelo etiqueta imágenes. Cambia con qué frecuencia predice «cocinar» y distingue el sesgo de los datos, el sesgo del modelo y la amplificación.',
      lead: 'Un modelo examina 100 imágenes de mujeres y 100 de hombres, y etiqueta aquellas en las que detecta que alguien cocina. En realidad, cocinan 60 de las mujeres y 30 de los hombres.',
      question:
        'Un modelo etiqueta correctamente todas las imágenes: 60 de mujeres y 30 de hombres. ¿Cuánto amplifica el sesgo?',
      'guess.1': 'Nada',
      'guess.2': '15 puntos',
      'guess.3': '30 puntos',
      task: 'Ajusta las etiquetas del modelo a los valores verdaderos o elige «Repite los datos».',
      answer:
        'Las etiquetas del modelo difieren entre mujeres y hombres en {tags}, y las etiquetas verdaderas también: {data}. El modelo está tan sesgado como los datos y su amplificación es {dba}: no añade nada.',
      remember:
        'La amplificación es el sesgo que un modelo añade al sesgo de los datos. Un valor de 0 no significa que el modelo no tenga sesgo ni que sea exacto. Otras métricas miden eso, así que lee la amplificación junto con ellas.',
      source: 'Zhao et al. 2017; Wang y Russakovsky 2021.',
      'exercise.1':
        '«Porcentajes correctos, personas equivocadas»: ¿cuántas etiquetas son correctas? ¿Cuál es la amplificación?',
      'exercise.2':
        '«Etiqueta más a todo el mundo»: las dos métricas no coinciden. ¿Cuál compara las etiquetas de los grupos y cuál tiene en cuenta quién aparece en las imágenes etiquetadas?',
      'exercise.3':
        'Ajusta las etiquetas de modo que se etiquete a los hombres con más frecuencia que a las mujeres. ¿Qué valor es negativo ahora y qué significa?',
      'solution.1':
        'Son correctas 30 de 100 etiquetas, y la amplificación es de 0 puntos: la métrica solo mira los porcentajes, no a las personas.',
      'solution.2':
        'DBA, 0,0 puntos, compara las etiquetas de los grupos. MALS, −5,1 puntos, tiene en cuenta quién aparece en las imágenes etiquetadas: la proporción de mujeres en ellas disminuye.',
      'solution.3':
        'Con el 30 % de las mujeres y el 60 % de los hombres, ambos son negativos: −30,0 puntos para DBA. Las etiquetas invierten la diferencia de los datos.',
      'control.women': 'Mujeres etiquetadas con «cocinar»',
      'control.men': 'Hombres etiquetados con «cocinar»',
      'control.trueWomen': 'Mujeres que cocinan',
      'control.trueMen': 'Hombres que cocinan',
      'control.mistakes': 'Errores que no cambian los porcentajes',
      'preset.repeats': 'Repite los datos',
      'preset.exaggerates': 'Exagera',
      'preset.evens': 'Reduce la diferencia',
      'preset.more': 'Etiqueta más a todo el mundo',
      'preset.wrong': 'Porcentajes correctos, personas equivocadas',
      'now.disagree':
        'Las métricas no coinciden: {dba} por grupo, {mals} por etiqueta. Responden a preguntas distintas: cuánto difieren los grupos y quién aparece en las imágenes etiquetadas.',
      'now.repeats':
        'Las etiquetas del modelo difieren entre mujeres y hombres, pero no más que las etiquetas verdaderas: sesgo sin amplificación.',
      'now.none': 'Las etiquetas no tienen sesgo, y el modelo no añadió ninguno.',
      'now.more': 'Las etiquetas exageran la diferencia verdadera: el modelo amplificó el sesgo.',
      'now.less': 'Las etiquetas reducen o invierten la diferencia verdadera: el modelo debilitó el sesgo.',
      'word.chart': 'Gráfico: porcentaje de imágenes en las que se cocina, verdadero y etiquetado',
      'word.women': 'Mujeres',
      'word.men': 'Hombres',
      'word.key': 'Círculo vacío: verdadero. Punto: etiquetado.',
      'word.dba': 'Amplificación direccional (DBA)',
      'word.mals': 'Amplificación, Zhao et al. (MALS)',
      'word.caption': 'Imágenes en las que se cocina',
      'word.pictures': 'Imágenes de',
      'word.truth': 'Verdadero',
      'word.tagged': 'Etiquetado',
      'word.caption2': 'Sesgo y amplificación',
      'word.what': 'Métrica',
      'word.value': 'Valor',
      'word.inData': 'Sesgo en los datos: diferencia entre mujeres y hombres',
      'word.inTags': 'Sesgo en las etiquetas del modelo: diferencia entre mujeres y hombres',
      'word.accuracy': 'Exactitud: etiquetas correctas',
    },
    attackers: {
      title: '¿Qué revelan las respuestas de un modelo?',
      about:
        'Un atacante solo ve las etiquetas y adivina quién aparece en las imágenes. Si el modelo exagera, el atacante acierta más.',
      lead: 'Un modelo etiqueta con «cocinar» 100 imágenes de mujeres y 100 de hombres. En realidad, cocinan 60 de las mujeres y 40 de los hombres. Un atacante solo ve las etiquetas, sin imágenes ni nombres, y adivina si una imagen muestra a una mujer o a un hombre. Con etiquetas correctas, acertaría en 60 de cada 100 casos.',
      question:
        'El modelo exagera: etiqueta a 80 de las mujeres y a 20 de los hombres. ¿Con qué frecuencia acierta ahora el atacante?',
      'guess.1': 'En 50 de cada 100 casos: no puede ver el género',
      'guess.2': 'En 60 de cada 100 casos, como antes',
      'guess.3': 'En 80 de cada 100 casos',
      task: 'Ajusta las etiquetas al 80 % de las mujeres y el 20 % de los hombres.',
      answer:
        'A partir de las etiquetas del modelo, el atacante acierta en {tags} de los casos. A partir de etiquetas verdaderas con la misma tasa de error, acertaría en {truth}: las del modelo filtran {leakage} más.',
      remember:
        'Las respuestas de un modelo pueden contener información que nadie ha pedido. La fuga de información la mide: cuánto más acierta un atacante a partir de las predicciones que a partir de etiquetas verdaderas con la misma tasa de error. Indica qué se puede deducir, no quién lo hace.',
      source: 'Wang, Zhao, Yatskar, Chang y Ordonez 2019: Balanced datasets are not enough.',
      'exercise.1': '¿Con qué etiquetas no averigua nada un atacante? ¿Es exacto el modelo en ese caso?',
      'exercise.2': 'Mantén el 60 % y el 40 %, y añade errores. ¿Filtran menos las etiquetas? ¿Menos que qué?',
      'exercise.3': '¿Qué respuestas de un sistema que usas podrían revelar algo sobre ti?',
      'solution.1':
        'Con etiquetas iguales para ambos, por ejemplo el 50 % y el 50 %: el atacante acierta en 50 de cada 100 casos. El modelo no es exacto entonces, porque cocinan 60 mujeres y 40 hombres.',
      'solution.2':
        'No: el atacante sigue acertando en el 60,0 % de los casos. Pero las etiquetas verdaderas con el mismo número de errores revelan menos, el 51,0 % en el centro del control deslizante, así que la fuga aumenta hasta +9,0 puntos.',
      'solution.3':
        'Por ejemplo, las recomendaciones pueden revelar la edad o el género; el autocompletado, la ciudad de residencia; y un límite de crédito, los ingresos.',
      'control.women': 'Mujeres etiquetadas con «cocinar»',
      'control.men': 'Hombres etiquetados con «cocinar»',
      'control.mistakes': 'Errores que no cambian los porcentajes',
      'now.same':
        'El atacante acierta en {tags} de los casos, tanto a partir de las etiquetas del modelo como de las verdaderas: el modelo no filtra nada más.',
      'now.more':
        'El atacante acierta en {tags} de los casos a partir de las etiquetas del modelo, y en {truth} a partir de etiquetas verdaderas con la misma tasa de error: las del modelo filtran más.',
      'now.less':
        'El atacante acierta en {tags} de los casos a partir de las etiquetas del modelo, y en {truth} a partir de etiquetas verdaderas con la misma tasa de error: las del modelo filtran menos.',
      'word.chart': 'Gráfico: porcentaje de imágenes en las que se cocina, verdadero y etiquetado',
      'word.women': 'Mujeres',
      'word.men': 'Hombres',
      'word.key': 'Círculo vacío: verdadero. Punto: etiquetado.',
      'word.guessed': 'Con qué frecuencia acierta el atacante',
      'word.chart2':
        'Gráfico: aciertos a partir de las etiquetas verdaderas y de las del modelo; la línea marca el azar',
      'word.fromTruth': 'A partir de las etiquetas verdaderas',
      'word.fromTags': 'A partir de las etiquetas del modelo',
      'word.leakage': 'Fuga de información',
      'word.caption': 'Imágenes en las que se cocina',
      'word.pictures': 'Imágenes de',
      'word.truth': 'Verdadero',
      'word.tagged': 'Etiquetado',
      'word.caption2': 'El atacante',
      'word.what': 'Métrica',
      'word.value': 'Valor',
    },
    certificates: {
      title: '¿Qué garantiza un certificado?',
      about:
        'Una red es más exacta y la otra, más robusta. Permite un pequeño cambio en cada imagen y observa qué red sigue acertando.',
      lead: 'Dos redes distinguen dos tipos de imágenes. La red audaz acierta más a menudo, pero con márgenes estrechos; la red prudente acierta menos a menudo, pero con márgenes amplios. Un certificado es un radio alrededor de una imagen dentro del cual ningún cambio puede invertir la respuesta.',
      question: 'Ahora cada imagen puede cambiar un poco. ¿Qué red acierta entonces con seguridad más a menudo?',
      'guess.1': 'La audaz, porque acierta más a menudo',
      'guess.2': 'La prudente, a partir de cierto radio',
      'guess.3': 'Ambas pierden por igual',
      task: 'Aumenta el radio hasta que la red prudente lleve una ventaja de 20 puntos.',
      answer:
        'Sin cambios, la red audaz acierta en {boldAtFirst} de los casos y la prudente en {carefulAtFirst}. Con un radio de {radius}, es seguro que siguen siendo correctas {bold} de las respuestas de la red audaz y {careful} de las de la red prudente.',
      remember:
        'La exactitud y la robustez son cosas distintas. La exactitud certificada es una cota inferior: al menos este porcentaje de respuestas sigue siendo correcto ante cualquier cambio dentro del radio. Una respuesta sin certificado también puede ser robusta; simplemente no está demostrado. Y la cota puede ser más baja para un grupo que para otro.',
      source: 'Tsuzuku, Sato y Sugiyama 2018; Serrurier et al. 2021.',
      'exercise.1': '¿Con qué radio son igual de buenas ambas redes? ¿Cuál usarías y para qué?',
      'exercise.2': '¿Cuál es la exactitud certificada de la red audaz con un radio de 0,5?',
      'exercise.3':
        'Las imágenes tomadas de noche tienen márgenes más estrechos. ¿Qué significa eso para las personas que trabajan de noche?',
      'solution.1':
        'Entre 0,2 y 0,25: 84,3 % y 84,0 % con 0,2. Usa la audaz si las imágenes no cambian, y la prudente si tienen ruido o si alguien puede manipularlas.',
      'solution.2': '10,3 %.',
      'solution.3':
        'En su caso, es seguro que siguen siendo correctas menos respuestas: el mismo radio las protege menos, aunque la exactitud puede ser la misma. Indica la exactitud certificada por grupo.',
      'control.radius': 'Cambio permitido en cada imagen',
      'now.bold': 'Exactitud certificada: {bold} para la red audaz, {careful} para la prudente.',
      'now.careful': 'Exactitud certificada: {careful} para la red prudente, solo {bold} para la audaz.',
      'word.chart': 'Gráfico: exactitud certificada según el radio, para ambas redes',
      'word.radius': 'radio',
      'word.certified': 'exactitud certificada',
      'word.bold': 'red audaz',
      'word.careful': 'red prudente',
      'word.caption': 'Exactitud certificada con un radio de {radius}',
      'word.caption2': 'Exactitud certificada según el radio',
      'word.network': 'Red',
      'word.value': 'Valor',
      'word.interval': 'Intervalo de confianza al 95 %',
    },
  },
} as const satisfies Catalog;

export default spanish as Catalog;
