/** A page with a single card form. For card-form.test.ts. */
import '../fields/card-form/card-form.ts'
import en from '../locales/card/en.json' with { type: 'json' }
import type { Texts } from '../locales/cardTexts.ts'

for (const form of document.querySelectorAll('sluice-card-form')) form.texts = en as Texts
