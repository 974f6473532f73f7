import { html, render } from 'lit'
import type { PageData } from '#contract/checkout/page'

const data = JSON.parse(document.querySelector('#checkout')?.textContent ?? 'null') as PageData | null

/** What the worker drew of the form gives way to the form itself. */
if (data) render(html``, document.createElement('form'))
