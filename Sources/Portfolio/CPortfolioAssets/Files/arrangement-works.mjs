// Works: the blocks of a section that stand together, and the order in which a person puts them. Pure functions.

/**
 * The works of a section, in order: {key, title, blocks, items}. An item is an input with the media of all its pages.
 *
 * Blocks of one work follow each other; a block that belongs to none is a work by itself.
 */
export function worksOf(section) {
    const works = [];
    for (const block of section.blocks) {
        const last = works.at(-1);
        const isSame = last && block.work !== undefined && block.work !== null && last.work === block.work;
        if (isSame) last.blocks.push(block);
        else works.push({ work: block.work, title: block.title, blocks: [block] });
    }
    for (const work of works) {
        work.items = work.blocks.flatMap(itemsOf);
        // What stays the same when the order changes.
        work.key = work.work ?? work.items[0]?.input ?? work.blocks[0].block_id;
    }
    return works;
}

/** The items of a block: {input, block, media}, without those of figures and the contact. */
export function itemsOf(block) {
    if (block.text) return [{ input: block.text.input, block, media: [] }];
    if (block.link) return [{ input: block.link.input, block, media: [] }];
    const items = [];
    for (const medium of block.media ?? []) {
        const last = items.at(-1);
        if (last?.input === medium.input) last.media.push(medium);
        else items.push({ input: medium.input, block, media: [medium] });
    }
    return items;
}

/** The names of files in the order in which works show them; what has no name cannot be ordered. */
export const orderOf = (works, nameOf) =>
    works.flatMap((work) => work.items.map(({ input }) => nameOf(input))).filter((name) => name);

/** What an item may change places with: texts stand under the pictures of their work, and links under texts. */
const rank = ({ block }) => (block.text ? "text" : block.link ? "link" : "media");

/** Whether an item can move by a number of places within its work. */
export function canMove(work, place, by, nameOf) {
    const [item, other] = [work.items[place], work.items[place + by]];
    return Boolean(item && other && nameOf(item.input) && nameOf(other.input) && rank(item) === rank(other));
}

/** Whether a work can move by a number of places: works whose files have no names stand last. */
export function canMoveWork(works, place, by, nameOf) {
    const hasName = (work) => work?.items.some(({ input }) => nameOf(input)) ?? false;
    return hasName(works[place]) && hasName(works[place + by]);
}
