"""Thin Walls: an arcade game of swept boxes, and a tutorial about them.

    smallest     a whole game in one small file: the first to read
    collision    the tutorial and its engine: overlaps, sweep, move, Space
    simulation   the rules of the game, without a screen
    study        lessons, exercises and the study of a run, without a screen
    view         draws everything
    scenes       what the window shows, one scene at a time
    app          the window with its main loop
    cli          what the options start; arguments: what they say; output: what
                 is printed and written
    headless     plays a run without a window
    files        reads and writes files, whatever lies at their paths; storage: those
                 of the player

Glossary. The words of collision (contact, touch, sweep, swept volume, u, ...)
are in the glossary of game.collision; the others are:

Time

    tick         one step of the rules, 1/120 s unless the room says otherwise
    step         what the engine computes in a tick: Space.step, a collision step
    frame        one picture in the window; ticks and frames are independent
    alpha        the position of a frame between the last two ticks, 0 to 1
    hit-stop     the short pause of the picture when a core is taken

The game

    room         a level: walls, elements, player and exit, read from a Tiled map
    level        a file of a room or of a shaft; what --level takes
    element      an object in a room: slider, piston, slug, blade, GLITCH cell
    world        the state of one attempt in a room; World.tick advances it
    attempt      the ticks from the start of a room to a death or to the exit
    controls     the input of one tick: arrows, heading, aim, cancel
    tap          a short press that dashes at once: an arrow, or a click
    aim          to choose the direction of a dash, while time runs slowly
    dash         the fast move of the player, 90 px a tick, until a solid stops it
    preview      the predicted path of the dash that the current aim would give
    event        something that happened in a tick, with its u: Stopped, CoreTaken
    core         an object to take; the exit opens after the last one. (In
                 game.collision: the reach less SKIN)
    exit         the door; touching it when it is open finishes the room
    lethal       kills the player at a touch: slugs, blades, marked faces
    graze        a lethal box that passes within 3 px without a touch
    GLITCH       1.5 s in which dashes are not swept: the player is tested only at
                 the end of each stride of at most 40 px
    Scanline     the endless game: a shaft in which a lethal line rises
    shaft        the room of Scanline, put together from chunks
    chunk        a room of 640 x 360 px that is a part of a shaft
    assist       an option that makes runs easier, and marks them
    stored run   the run that comes with a room; medals are for multiples of its time
    award        what a run earns: medals, and the ring for few dashes

Runs

    run          a world with its clock, controls, history and effects, as played
                 or replayed in a scene
    replay       the recorded controls of a run, with hashes of its states
    ghost        an outline: of the best run, which moves beside the player; or of a
                 body where a method puts it, at u0 or at u1
    history      the recorded run, from which any earlier tick is recomputed
    held         a run is held: it is paused for study, with a timeline
    timeline     the two bars of a held run: of its ticks, and inside one tick
    lab          rooms whose boxes, velocities and tick rate can be changed
    storm        a lab with thousands of boxes

Methods

    method       how bodies are moved: sweep, substeps:N, discrete or listing4
    sample       one test for overlaps at an instant
    discrete     a method that samples once, at the end of each tick
    missed       what the sweep stops and another method does not; of a tick:
                 contacts that a test at its end would not find; in the texts of
                 the game "overlooked", since only boxes that stay apart miss
    invented     what a method stops although the sweep does not
    comparison   the same controls by several methods, each in a lane
    lane         the world of one method in a comparison

Study

    lesson       a figure, a bet, a goal and a question about one fact
    figure       the drawing of a lesson; it draws a state
    state        the numbers of a figure, by name
    handle       a number or a point of a figure that can be dragged
    exercise     a function of game.collision that a learner writes
    case         the arguments with which an exercise is tested
    verdict      right or wrong, and why, for the cases of an exercise
    listing      the shipped code as the inspector and the lessons show it
    inspector    the scene that explains why two bodies of a run hit or miss

Pictures

    scene        what has the window: it handles events, is updated, and draws
    stage        what all scenes share: files, settings, audio, the method
    screen       the mapping between the world and the pixels of the window
    canvas       the six primitives with which everything is drawn
    palette      the colours, by role: what a thing is, not how it looks
    overlay      the drawing of what the collision code computed, in ten layers
    widget       a button, slider, paragraph or code pane
    showing      a run or scene that is drawn without a window
"""
