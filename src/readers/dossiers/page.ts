import { createHash } from 'node:crypto'
import { chartRules } from './charts.ts'
import { type Html, html, showUnseen, trusted } from './html.ts'
import { namedRules } from './shown.ts'
import { mostPrinted } from './tables.ts'
import { indexFilters, indexOrders, type Words } from './words/words.ts'

/** A whole page: no script, nothing from elsewhere, and a policy that would forbid both. `sheet` has rules of its own. */
export function page(words: Words, title: string, body: Html, sheet = ''): string {
  const ofLanguage = words.code === 'en' ? englishSheet : ''
  const css =
    screenSheet + pageRule(words.page, title) + printSheet + unprintedRule(words) + ofLanguage + sheet
  const hash = createHash('sha256').update(css).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`
  return html`<!doctype html>
<html lang="${words.code}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${trusted(css)}</style>
</head>
<body>
${body}
</body>
</html>
`.markup
}

/** Sizes in rem on the screen; nothing is loaded from anywhere. */
const screenSheet = `
:root{--ink:#1d2730;--soft:#56616c;--line:#d5dae0;--pale:#f4f6f8;--navy:#1f3f63;--brick:#8f3d23;color-scheme:light}
*{box-sizing:border-box}
html{font:16px/1.65 "PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Source Han Sans SC","WenQuanYi Micro Hei",sans-serif;color:var(--ink);background:#fff;-webkit-text-size-adjust:100%}
html:lang(en){font-family:"Helvetica Neue",Arial,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif}
body{margin:0 auto;padding:.8rem 1.5rem 4rem;max-width:64rem}
h1,h2,h3,.kind{font-family:"Songti SC","Noto Serif CJK SC","Source Han Serif SC",SimSun,serif;line-height:1.35;text-wrap:balance}
html:lang(en) :is(h1,h2,h3,.kind){font-family:Georgia,"Times New Roman","Noto Serif CJK SC",serif}
h1{font-size:2rem;margin:.2rem 0 .8rem;overflow-wrap:anywhere}
h2{font-size:1.35rem;margin:2.2rem 0 .8rem;padding-bottom:.35rem;border-bottom:2px solid var(--navy);color:var(--navy)}
h2,.kind{display:flow-root}
h2 .no{display:inline-block;min-width:2.2rem;margin-right:.5rem}
h3{font-size:1.05rem;margin:1.8rem 0 .6rem}
p{margin:.5rem 0}
a{color:var(--navy);text-decoration:none}
a:hover,a:focus-visible{text-decoration:underline}
.fig,p>a:not(.ref),li a:not(.ref){text-decoration:underline;text-decoration-color:#9fb0c3;text-underline-offset:.2em}
bdi{white-space:pre-wrap;overflow-wrap:anywhere}
.kind{color:var(--soft);margin:0;letter-spacing:.06em}
.code,.keys{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.82em;overflow-wrap:anywhere}
.zone{color:var(--soft);font-size:.85em;margin-left:.4em}
.note,.minor,.unknown,.zero,figcaption{color:var(--soft)}
.note{font-size:.88rem}
.minor{font-size:.88em}
.warning,.caution{border-left:4px solid var(--brick);background:#fbf3f0;padding:.7rem 1rem;margin:.8rem 0}
.caution{border-color:#c2a25f;background:#fbf8f0}
.none{border-left:4px solid var(--line);background:var(--pale);padding:.5rem 1rem;margin:.8rem 0}
.none p{margin:.2rem 0}
.brief li{margin:.3rem 0}
.brief li::first-letter{text-transform:uppercase}
.level{white-space:nowrap}
.level.high{color:var(--brick);font-weight:700}
.ref{font-size:.8em;white-space:nowrap;font-variant-numeric:tabular-nums}
.fig,.total{font-variant-numeric:tabular-nums}
.total{font-size:1.1rem;font-weight:600}
.total .ref{font-weight:400}
.facts{margin:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(24rem,1fr));column-gap:2.5rem}
.facts div{display:grid;grid-template-columns:minmax(9rem,38%) 1fr;gap:1rem;padding:.42rem 0;border-bottom:1px solid var(--line)}
.facts.tight{grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));font-size:.92rem}
.facts.tight div{grid-template-columns:minmax(7.6rem,34%) 1fr;gap:.8rem;padding:.3rem 0}
.zone,.day{white-space:nowrap}
.facts dt{color:var(--soft)}
.facts dd{margin:0;overflow-wrap:anywhere}
nav h2{border:0;color:var(--ink);font-size:1.05rem;margin:2.2rem 0 .4rem;padding:0}
.contents{columns:3 15rem;column-gap:2.5rem;margin:0 0 .8rem;padding-left:2rem}
.contents li{break-inside:avoid}
.scroll{overflow-x:auto;margin:.9rem 0}
.stack{margin:.9rem 0;overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.88rem;line-height:1.5}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{padding:.36rem .55rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{background:var(--pale);font-weight:600;color:var(--soft);vertical-align:bottom}
td{overflow-wrap:anywhere}
html:lang(en) td:not(.code),html:lang(en) td:not(.code,:first-child) bdi{overflow-wrap:break-word}
.number{text-align:right;font-variant-numeric:tabular-nums}
td.number{white-space:nowrap}
th,td.short,.short bdi{white-space:nowrap}
th.number{white-space:normal;word-break:keep-all}
.short{font-variant-numeric:tabular-nums}
.sentence{min-width:16rem}
#timeline td:first-child{white-space:nowrap}
#timeline td+td{font-size:.7rem;line-height:1.3;overflow-wrap:anywhere}
.keys{display:block;color:var(--soft);font-size:.74em;line-height:1.5;margin-top:.2rem}
.keys span{display:block}
${chartRules}figcaption{font-size:.88rem;padding-top:.2rem}
.limits{padding-left:1.6rem}
.limits li{margin:.3rem 0}
.rows{padding-left:2.6rem;font-size:.85rem}
.rows li{margin:.3rem 0}
.rows .part{display:block;color:var(--soft);overflow-wrap:anywhere}
:target:not(section){background:#fdf3cf}
.up{font-size:.8rem;font-weight:400;float:right;margin-left:.8rem;white-space:nowrap;font-family:inherit}
fieldset{border:0;margin:1rem 0;padding:0}
fieldset label{margin-right:1.2rem;white-space:nowrap}
body:has(.order){max-width:100rem;page:wide}
.order:not(.by-given){display:none}
.order th{white-space:normal}
.order table{font-size:.82rem}
.order th,.order td{padding:.36rem .3rem}
.order th{word-break:keep-all}
.order td:nth-child(2){min-width:9.5rem}
.order td:nth-child(4){min-width:8rem}
.missing{padding-left:1.2rem;list-style:disc}
.missing li{margin:.4rem 0}
.missing p{margin:.1rem 0}
#appendix-D td:nth-child(3){min-width:17rem}
${indexOrders
  .map(
    (order) =>
      `body:has(#by-${order}:checked) .order:not(.by-${order}){display:none}body:has(#by-${order}:checked) .by-${order}{display:block}`,
  )
  .join('\n')}
${indexFilters.map((mark) => `body:has(#only-${mark}:checked) .order tbody tr:not(.${mark}){display:none}`).join('\n')}
@media (max-width:40rem){
html{font-size:15px}
body{padding:1.2rem 1rem 3rem}
h1{font-size:1.55rem}
h2{margin-top:2.2rem}
.facts{grid-template-columns:1fr}
.facts div{grid-template-columns:9.5rem 1fr}
.facts.tight{grid-template-columns:1fr}
.facts.tight div{grid-template-columns:9.5rem 1fr}
.scroll table{width:max-content;min-width:100%}
.scroll td,.scroll th{max-width:15rem}
.stack table,.stack tbody,.stack tr,.stack td{display:block}
.stack thead{display:none}
.stack caption{display:block}
.stack tr{border:1px solid var(--line);margin:0 0 .7rem;padding:.3rem .6rem}
.stack td,.stack td.number,.stack td.short{border:0;padding:.2rem 0;text-align:left;white-space:normal}
.stack td:empty{display:none}
.stack td::before{content:attr(data-label);display:block;color:var(--soft);font-size:.8rem}
.order tr{display:grid;grid-template-columns:1fr 1fr;gap:0 1rem}
.order td:nth-child(-n+4){grid-column:1/-1}
.sentence,#appendix-D td:nth-child(3){min-width:0}
}
`

const printSheet = `@page wide{size:A4 landscape}
@media print{
#appendix-D td:nth-child(3){min-width:46mm}
html{font-size:8.5pt;line-height:1.42}
body{padding:0;max-width:none}
h2,h3,h3+.note,caption{break-after:avoid}
tr,.facts div,.none,.warning,.caution,.rows li{break-inside:avoid}
thead{display:table-header-group;break-after:avoid}
table{font-size:.86rem}
th,td{padding:.3rem .27rem}
tbody tr:first-child{break-after:avoid}
tbody tr:nth-last-child(-n+2){break-before:avoid}
.scroll,.stack{overflow:visible}
.facts{grid-template-columns:1fr 1fr}
.facts.tight{grid-template-columns:1fr 1fr 1fr;column-gap:5mm}
#appendix-D{break-before:page}
main:is(.print-body,.print-brief) :is(.in-all,tbody tr:nth-child(n+${mostPrinted + 1})),.print-brief .in-body{display:none}
h2{margin-top:1.8rem}
h3{margin:1.1rem 0 .4rem}
.brief{margin:.3rem 0;line-height:1.3}
.brief li{margin:.1rem 0}
.chart{max-width:115mm}
.sentence{min-width:52mm}
.ref{font-size:.9em}
.up,fieldset{display:none}
:target{background:none}
a,.fig,p>a:not(.ref),li a:not(.ref){color:inherit;text-decoration:none}
.fig{color:var(--navy)}
}
`

/** What stands on a printed page around its text: above it the title, but for the first page, and its number below. */
const pageRule = (footer: string, title: string): string => {
  const [before, between, after] = footer.split(/\{\d\}/).map(escapedString)
  return `@page{size:A4;margin:14mm 14mm;@top-left{content:"${escapedString(title)}";${marginType}}@bottom-center{content:"${before}" counter(page) "${between}" counter(pages) "${after}";${marginType}}}
@page:first{margin-top:12mm;@top-left{content:none}}
`
}

/** Below a table of which rows are left out in print. */
const unprintedRule = ({ tables }: Words): string => {
  const [before, after] = tables.unprinted.split('{0}').map(escapedString)
  return `@media print{main:is(.print-body,.print-brief) [data-unprinted]::after{content:"${before}" attr(data-unprinted) "${after}";font-size:.86rem;color:var(--soft)}}\n`
}

const marginType = 'font:9pt "Noto Sans CJK SC","Microsoft YaHei",sans-serif;color:#56616c'

/** A text in a string of a style sheet: whatever could end the string or the sheet stands as its code. */
const escapedString = (text: string): string =>
  showUnseen(text).replace(/[^\p{L}\p{N} ]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)

/** Major cases have words of ours beside quoted ones, which no column may break between letters; the index has words longer than Chinese ones. */
const englishSheet = `@media print{html{line-height:1.32}.brief{line-height:1.23}[data-section=brief]{font-size:.92rem}}\n[data-section=brief] .chinese{display:inline}\n[data-section=major] td bdi{overflow-wrap:break-word}\n.order th,.order td{padding-left:.28rem;padding-right:.28rem}\n${namedRules}`
