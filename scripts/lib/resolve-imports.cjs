/** How dependency-cruiser finds what is imported: its own settings have no option for this one. */
module.exports = { resolve: { tsconfig: true } }
