import { ca } from './ca.ts'
import { cs } from './cs.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { es419 } from './es-419.ts'
import { et } from './et.ts'
import { eu } from './eu.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'
import { frCA } from './fr-CA.ts'
import { gl } from './gl.ts'
import { hr } from './hr.ts'
import { hu } from './hu.ts'
import { is } from './is.ts'
import { it } from './it.ts'
import { lt } from './lt.ts'
import { lv } from './lv.ts'
import { nb } from './nb.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { ptBR } from './pt-BR.ts'
import { ptPT } from './pt-PT.ts'
import { ro } from './ro.ts'
import { sk } from './sk.ts'
import { sl } from './sl.ts'
import { sv } from './sv.ts'
import type { Texts } from './texts.ts'

/** Every locale there is, by its BCP 47 tag. Read at build time only: a page carries the texts of one. */
export const LOCALES: Record<string, Texts> = {
  ca,
  cs,
  da,
  de,
  en,
  es,
  'es-419': es419,
  et,
  eu,
  fi,
  fr,
  'fr-CA': frCA,
  gl,
  hr,
  hu,
  is,
  it,
  lt,
  lv,
  nb,
  nl,
  pl,
  'pt-BR': ptBR,
  'pt-PT': ptPT,
  ro,
  sk,
  sl,
  sv,
}
