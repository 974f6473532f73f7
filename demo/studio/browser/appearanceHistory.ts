import type { Member } from '../members.ts'
import type { Members } from '../readMembers.ts'

const isSame = (first: Members, second: Members): boolean => JSON.stringify(first) === JSON.stringify(second)

/**
 * The members with undo and redo. `preview` shows a change at once; `commit` adds it to the history as one step.
 *
 * @param changed runs after every change
 */
export const createAppearanceHistory = (changed: () => void) => {
  let members: Members = {}
  let committed: Members = members
  const undoStack: Members[] = []
  const redoStack: Members[] = []

  const commit = (): void => {
    if (isSame(committed, members)) return
    undoStack.push(committed)
    redoStack.length = 0
    committed = members
  }
  const step = (from: Members[], to: Members[]): void => {
    commit()
    const next = from.pop()
    if (!next) return
    to.push(members)
    committed = members = next
    changed()
  }

  return {
    get members(): Members {
      return members
    },
    get canUndo(): boolean {
      return undoStack.length > 0 || !isSame(committed, members)
    },
    get canRedo(): boolean {
      return redoStack.length > 0
    },
    /** Sets the initial members. */
    start: (others: Members): void => {
      committed = members = others
      changed()
    },
    /** Sets or clears a member without a step in the history. */
    preview: (member: Member, value: string | undefined): void => {
      const { [member]: _, ...others } = members
      members = value ? { ...others, [member]: value } : others
      changed()
    },
    commit: (): void => {
      commit()
      changed()
    },
    /** Replaces all members. */
    replace: (others: Members): void => {
      commit()
      members = others
      commit()
      changed()
    },
    undo: (): void => step(undoStack, redoStack),
    redo: (): void => step(redoStack, undoStack),
  }
}

export type AppearanceHistory = ReturnType<typeof createAppearanceHistory>
