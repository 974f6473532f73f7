import { expect, it } from 'vitest'
import { useBench } from '../testing/bench.ts'

const bench = useBench()

it('submits the token with the form', async () => {
  const b = await bench()
  await b.open(
    '<form action="/sent" method="post"><sluice-card publishable-key="pk" name="token" required></sluice-card><button name="how" value="now">Pay</button></form>',
  )
  await b.type()
  await b.page.screenshot({ path: '/tmp/shot.png' })
  await b.page.getByRole('button').click()
  await b.page.waitForURL('**/sent')
  expect(b.posts).toEqual([{ method: 'POST', path: '/sent', fields: { token: expect.any(String), how: 'now' } }])
  expect(b.complaints).toEqual([])
})
