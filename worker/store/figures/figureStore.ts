import { createStore } from '../sql/scope.ts'
import { readFigures } from './figures.ts'
import { addToFigures } from './rollUp.ts'

/** The figures of one account and mode. */
export const figureStore = createStore({ read: readFigures })

export type FigureStore = ReturnType<typeof figureStore>

/** The scan that adds the operations of a whole shard to the figures. */
export const figureScanStore = createStore({ add: addToFigures })

export type FigureScanStore = ReturnType<typeof figureScanStore>
