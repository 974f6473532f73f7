import { expect, test } from './fixtures.ts'
import { MerchantForm } from './pages/merchantForm.ts'

test('the browser fills in a saved card, in the frame of another origin', async ({ page, merchant, local }) => {
  const form = new MerchantForm(page, merchant, local)
  await form.open()
  await form.card.number.click()
  const session = await page.context().newCDPSession(page)
  const frame = page.frames().find((frame) => frame.url().startsWith(`${local.gateway}/card`))!
  const inner = await page.context().newCDPSession(frame)
  const { root } = await inner.send('DOM.getDocument')
  const { nodeId } = await inner.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input[name=cc-number]' })
  const { node } = await inner.send('DOM.describeNode', { nodeId })
  const { frameTree } = await inner.send('Page.getFrameTree')
  await session.send('Autofill.trigger', {
    fieldId: node.backendNodeId,
    frameId: frameTree.frame.id,
    card: {
      number: '4444333322221111455',
      name: 'Robin Miller',
      expiryMonth: '12',
      expiryYear: '2030',
      cvc: '123',
    },
  })
  await expect(form.card.number).toHaveValue('4444 3333 2222 1111 455')
  await expect(form.card.expiry).toHaveValue('12 / 30')
  await expect(form.card.name).toHaveValue('Robin Miller')
  await expect(form.card.code).toHaveValue('123')
  await form.card.whenComplete()
  await form.pay()
  await form.received()
  expect(merchant.posts[0]?.fields['token']).toMatch(/^[0-9A-Za-z]{44}$/)
})
