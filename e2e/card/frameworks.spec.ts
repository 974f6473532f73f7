import type { SluiceCard } from '../../widget/embed/element.ts'
import { CardFrame, goodCard } from '../pages/cardFrame.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/sharedPage.ts'
import { bundleSample } from './frameworks/bundleSample.ts'

for (const framework of ['vue', 'svelte'] as const)
  test(`${framework}: the README’s sample sends a token, shows a decline, and pays with the corrected card`, async ({
    page,
    merchant,
    local,
  }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    const headers = { 'content-type': 'text/javascript; charset=utf-8' }
    merchant.serve(await bundleSample(framework, local), { path: '/app.js', headers })
    const tokens: (string | undefined)[] = []
    await page.route('**/pay', async (route) => {
      tokens.push(/name="token"\s+([0-9A-Za-z]+)/.exec(route.request().postData() ?? '')?.[1])
      await route.fulfill({ json: { approved: tokens.length > 1 } })
    })
    await page.goto(
      merchant.serve(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><script type="module" src="/app.js"></script><main></main>',
      ),
    )

    const card = new CardFrame(page)
    await card.complete(goodCard)
    expect(
      await card.element.evaluate((element: SluiceCard) => ({
        attributes: element.getAttributeNames().sort(),
        appearance: element.appearance,
        required: element.required,
      })),
    ).toEqual({
      attributes: ['name', 'publishable-key', 'required'],
      appearance: { formAccentColor: 'rebeccapurple' },
      required: true,
    })
    const pay = page.getByRole('button', { name: 'Pay' })
    await pay.click()
    await expect(card.code).toHaveValue('')
    await expect(card.number).toHaveValue(goodCard.number)
    await card.code.fill(goodCard.code)
    await pay.click()
    await expect(page.getByText('Thank you!')).toBeVisible()
    expect(tokens).toEqual([expect.stringMatching(/^[0-9A-Za-z]{44}$/), expect.stringMatching(/^[0-9A-Za-z]{44}$/)])
    expect(tokens[0]).not.toBe(tokens[1])
    await page.unroute('**/pay')
    expect(errors).toEqual([])
  })
