import { af } from './af.ts'
import { ar } from './ar.ts'
import { az } from './az.ts'
import { bg } from './bg.ts'
import { bn } from './bn.ts'
import { ca } from './ca.ts'
import { cs } from './cs.ts'
import { cy } from './cy.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { el } from './el.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { es419 } from './es-419.ts'
import { et } from './et.ts'
import { eu } from './eu.ts'
import { fa } from './fa.ts'
import { fi } from './fi.ts'
import { fil } from './fil.ts'
import { fr } from './fr.ts'
import { frCA } from './fr-CA.ts'
import { ga } from './ga.ts'
import { gl } from './gl.ts'
import { gu } from './gu.ts'
import { he } from './he.ts'
import { hi } from './hi.ts'
import { hr } from './hr.ts'
import { hu } from './hu.ts'
import { hy } from './hy.ts'
import { id } from './id.ts'
import { is } from './is.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ka } from './ka.ts'
import { kk } from './kk.ts'
import { ko } from './ko.ts'
import { lt } from './lt.ts'
import { lv } from './lv.ts'
import { mk } from './mk.ts'
import { mr } from './mr.ts'
import { ms } from './ms.ts'
import { mt } from './mt.ts'
import { nb } from './nb.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { ptBR } from './pt-BR.ts'
import { ptPT } from './pt-PT.ts'
import { ro } from './ro.ts'
import { ru } from './ru.ts'
import { sk } from './sk.ts'
import { sl } from './sl.ts'
import { sq } from './sq.ts'
import { sr } from './sr.ts'
import { srLatn } from './sr-Latn.ts'
import { sv } from './sv.ts'
import { sw } from './sw.ts'
import { ta } from './ta.ts'
import { te } from './te.ts'
import { th } from './th.ts'
import { tr } from './tr.ts'
import { uk } from './uk.ts'
import { ur } from './ur.ts'
import { vi } from './vi.ts'
import { zhHans } from './zh-Hans.ts'
import { zhHant } from './zh-Hant.ts'
import type { CheckoutTexts } from './texts.ts'

/** The checkout's texts in every locale that the card form has, by its BCP 47 tag. Read at build time only: a page carries the texts of one. */
export const CHECKOUT_LOCALES: Record<string, CheckoutTexts> = {
  af,
  ar,
  az,
  bg,
  bn,
  ca,
  cs,
  cy,
  da,
  de,
  el,
  en,
  es,
  'es-419': es419,
  et,
  eu,
  fa,
  fi,
  fil,
  fr,
  'fr-CA': frCA,
  ga,
  gl,
  gu,
  he,
  hi,
  hr,
  hu,
  hy,
  id,
  is,
  it,
  ja,
  ka,
  kk,
  ko,
  lt,
  lv,
  mk,
  mr,
  ms,
  mt,
  nb,
  nl,
  pl,
  'pt-BR': ptBR,
  'pt-PT': ptPT,
  ro,
  ru,
  sk,
  sl,
  sq,
  sr,
  'sr-Latn': srLatn,
  sv,
  sw,
  ta,
  te,
  th,
  tr,
  uk,
  ur,
  vi,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
}
