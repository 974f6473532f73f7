import type { PageData } from '#contract/checkouts/page'
import type { PageTexts } from './asking.ts'
import { connectMerchantPage } from './merchantPage.ts'
import { openForm } from './openForm.ts'
import { openReceipt } from './openReceipt.ts'
import { repaint } from './repaintLater.ts'
import { waitForEnd } from './waitForEnd.ts'

const read = (id: string): unknown => JSON.parse(document.getElementById(id)!.textContent)

/** What the worker has drawn: a CheckoutStatus, and why; and whether money moves. */
const { status = '', reason, mode } = document.body.dataset

if (status === 'open')
  openForm(document.querySelector('#form')!, read('checkout') as PageData, read('texts') as PageTexts)
else {
  const page = connectMerchantPage(mode === 'test' ? { onAppearance: repaint } : {})
  page.state(status)
  if (status === 'processing') void waitForEnd(read('checkout') as PageData)
  else if (status === 'completed') openReceipt(page)
  else page.close(reason === 'too_many_declines' ? reason : status)
}
