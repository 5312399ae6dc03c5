/** The name under which this browser stores the list of a marketer's customers, as the text of the reply. */
export const storedCustomersName = (user_id: string) => `${user_id} own customers`
