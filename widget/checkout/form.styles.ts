/** The look of the checkout's form: its sections, choices and button, and of the fields in it that no other form has. */
export const formStyles = ''
