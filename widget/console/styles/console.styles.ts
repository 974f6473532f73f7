import { baseStyles } from './base.styles.ts'
import { developersStyles } from './developers.styles.ts'
import { forcedColorsStyles } from './forcedColors.styles.ts'
import { linksStyles } from './links.styles.ts'
import { listTablesStyles } from './listTables.styles.ts'
import { paymentStyles } from './payment.styles.ts'
import { paymentsStyles } from './payments.styles.ts'
import { shellStyles } from './shell.styles.ts'
import { teamStyles } from './team.styles.ts'
import { todayStyles } from './today.styles.ts'

/** The style sheet of the console. */
export const consoleStyles = [
  baseStyles,
  shellStyles,
  paymentsStyles,
  paymentStyles,
  todayStyles,
  linksStyles,
  developersStyles,
  teamStyles,
  listTablesStyles,
  forcedColorsStyles,
].join('')
