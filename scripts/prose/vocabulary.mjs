// The words and sentence patterns that the prose lint rejects, with what to write instead. docs/glossary.md has the
// terms to use.

const word = (pattern) => new RegExp(`\\b(?:${pattern})\\b`, 'gi');
const opening = (pattern) => new RegExp(`(?<=^|[.:;!?] |\\n)(?:${pattern}) [a-z]`, 'g');

/** A rule has a pattern and what to write instead; questions are exempt from a rule with `exceptQuestions`. */
export const rules = [
  // Sentences
  { pattern: opening('What|Who|Whose|That which'), instead: 'a noun as the subject', exceptQuestions: true },
  { pattern: opening('Of'), instead: 'a noun as the subject' },
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|larger\b|smaller\b)[a-z]/gi,
    instead: '"is not a …"',
  },
  {
    pattern: /\b(?:nothing|none|all|one|it|they|there|each|that)? ?(?:asked for|is asked|are asked)\b/gi,
    instead: '"requested" or "required"',
  },
  {
    pattern:
      /\bwhere (?:there (?:is|are)|nothing|none|asked|given|missing|wanted|known|as many|it (?:is|has|can)|they (?:are|have|can))\b/gi,
    instead: '"if" or "when"',
  },
  {
    pattern:
      /\b(?:one|two|three|an? [a-z]+) an? (?:row|line|group|image|caption|file|module|family|entry|trial|pair|label|class|column|page|test)\b/gi,
    instead: '"per row", "for each group"',
  },
  { pattern: /\d %/g, instead: '"95%", closed up' },
  { pattern: word('per cent'), instead: '"percent"' },
  // Words
  { pattern: word('says|said|tells|told|knows'), instead: '"reports", "contains", "determines"' },
  { pattern: word('crossed groups?|crossed attributes?'), instead: '"intersectional groups"' },
  { pattern: word('several (?:classes|labels)'), instead: '"multiclass", "multilabel"' },
  { pattern: word('(?:predicted|true) numbers?'), instead: '"regression predictions", "targets"' },
  { pattern: word('least counts?|small counts?'), instead: '"minimum cell size", "small cells"' },
  { pattern: word('least (?:gap|difference)s? that could'), instead: '"minimum detectable difference"' },
  { pattern: word('drawn toward'), instead: '"shrunk toward"' },
  { pattern: word('turns? around'), instead: '"reverses"' },
  { pattern: word('peers?(?! ?dependenc)'), instead: '"other library", "reference implementation"' },
  { pattern: word('second opinions?'), instead: '"reference oracle", "differential test"' },
  { pattern: word('reached furthest'), instead: '"fuzz corpus"' },
  { pattern: word('lines of JSON'), instead: '"JSON Lines"' },
  { pattern: word('taken along'), instead: '"bundled"' },
  { pattern: word('from elsewhere|counted elsewhere'), instead: '"precomputed counts"' },
  { pattern: word('doors?'), instead: '"entry point"' },
  { pattern: word('rooms?'), instead: '"tab", "view", "feature folder"' },
  { pattern: word('spine'), instead: 'the name of the component' },
  { pattern: word('mend|mends|mended|mending'), instead: '"fix"' },
  { pattern: word('held against'), instead: '"compared with"' },
  // WebKit's message about a forbidden module is quoted in a test.
  { pattern: word('refus(?:e|es|ed|ing|al)(?! to create a WebAssembly object)'), instead: '"reject"' },
  { pattern: word('besides?'), instead: '"next to", "along with", "also"' },
  { pattern: word('alike'), instead: '"equal", "the same", "similar"' },
  { pattern: word('left out'), instead: '"omitted"; "Default: …"' },
  { pattern: word("of (?:its|one's|your|their) own"), instead: '"its own", "custom"' },
  { pattern: word('nobody|somebody|everybody'), instead: '"no one", "someone", "everyone"' },
  { pattern: word('rightly|wrongly'), instead: '"correctly", "incorrectly"' },
  { pattern: word('anew'), instead: '"again"' },
  { pattern: word('in the place of'), instead: '"instead of"' },
  { pattern: word('all the same'), instead: '"still", "nevertheless"' },
  { pattern: word('any more'), instead: '"no longer"' },
  { pattern: word('taken for'), instead: '"treated as"' },
  { pattern: word('lies? apart|far apart'), instead: '"differ"' },
];
